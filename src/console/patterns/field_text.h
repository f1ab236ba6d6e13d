// Values of fields from texts.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>
#include <partita/model/runtime/description.h>

#include <string_view>

namespace partita::console {

// "string", "number", "boolean", "time", "date", "enum", "binary" or "document".
std::string_view type_of(model::FieldKind kind);

// The value of the field that the text means, in the form of its attribute. It may be a part of a value, such as the
// beginning of a time. A document is typed JSON. Errors: ValidationException that names the field and says which texts
// it takes.
Result<AttributeValue> value_of(const model::FieldInfo& field, std::string_view text);

// The same for a value that is stored or that an item has: a read of the field accepts it. Errors: as value_of().
Result<AttributeValue> whole_value_of(const model::FieldInfo& field, std::string_view text);

// The operand of a comparison with the field. An operand of "contains" with a document is typed JSON, or else a string.
Result<AttributeValue> operand_of(const model::FieldInfo& field, std::string_view comparison, std::string_view text);

}  // namespace partita::console
