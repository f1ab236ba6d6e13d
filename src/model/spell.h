// Values as people read them: in messages and explanations.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/path.h>

#include <string>
#include <string_view>

namespace partita::model {

// "text" in quotes, 5, true, <3 bytes>, [1, 2], {a: 1}.
std::string spell(const AttributeValue& value);
// {PK: "CUST#1", SK: "ORDER#7"}
std::string spell(const AttributeMap& attributes);
// An attribute's name: as it is, or `a.b` where it could be taken for a path.
std::string spell_name(std::string_view name);
// address.lines[3].`a.b`
std::string spell(const Path& path);

}  // namespace partita::model
