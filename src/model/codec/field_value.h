// Why a value cannot be a field's, in the words in which a read of it would fail.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/description.h>

#include <string>

namespace partita::model {

// "attribute `status` must be S (one of OPEN, PAID), but is \"LOST\"". Of the width of whole numbers a field tells nothing:
// they are taken for those of 64 bits.
std::string fault_of_field(const FieldInfo& field, const AttributeValue& value);
// "attribute `status` is missing"
std::string missing_field_text(const FieldInfo& field);

}  // namespace partita::model
