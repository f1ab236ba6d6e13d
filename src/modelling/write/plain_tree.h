// Items without DynamoDB's types, for people and for tools such as jq.
#pragma once

#include <partita/attribute_value.h>

#include "modelling/write/tree.h"

namespace partita::modelling {

// Sets are lists, and bytes are in base64. A text that is not UTF-8 is shown with replacements.
Tree plain_tree(const AttributeValue& value);
Tree plain_tree(const AttributeMap& attributes);

}  // namespace partita::modelling
