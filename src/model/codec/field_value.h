// The reason why a value does not fit a field, in the words of the error that a read of it would have.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/runtime/description.h>

#include <string>

namespace partita::model {

// True if a read of the field accepts the value. Whole numbers are checked against 64 bits. A document fits always.
bool fits_field(const FieldInfo& field, const AttributeValue& value);

// A text such as "attribute `status` must be S (one of OPEN, PAID), but is \"LOST\"". Whole numbers are checked against
// 64 bits, because a field does not know the width of its member.
std::string fault_of_field(const FieldInfo& field, const AttributeValue& value);
// The text "attribute `status` is missing".
std::string missing_field_text(const FieldInfo& field);

}  // namespace partita::model
