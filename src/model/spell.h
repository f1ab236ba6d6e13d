// Values as people read them: in messages and explanations.
#pragma once

#include <partita/attribute_value.h>

#include <string>

namespace partita::model {

// "text" in quotes, 5, true, <3 bytes>, [1, 2], {a: 1}.
std::string spell(const AttributeValue& value);
// {PK: "CUST#1", SK: "ORDER#7"}
std::string spell(const AttributeMap& attributes);

}  // namespace partita::model
