// Texts of values for people, in messages and explanations.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/runtime/path.h>

#include <string>
#include <string_view>

namespace partita::model {

// Texts such as "text" (in quotes), 5, true, <3 bytes>, [1, 2] and {a: 1}.
std::string spell(const AttributeValue& value);
// A text such as {PK: "CUST#1", SK: "ORDER#7"}.
std::string spell(const AttributeMap& attributes);
// An attribute's name, in backquotes (`a.b`) if a reader could take it for a path.
std::string spell_name(std::string_view name);
// A text such as address.lines[3].`a.b`.
std::string spell(const Path& path);

}  // namespace partita::model
