// Requests and items as trees, with the names of the wire.
#pragma once

#include <partita/item.h>
#include <partita/table_operations.h>

#include "modelling/write/tree.h"

namespace partita::modelling {

Tree tree_of(const CreateTableRequest& request);
// {"S": "text"} and so on.
Tree tree_of(const AttributeValue& value);
Tree tree_of(const AttributeMap& attributes);
Tree tree_of(const Item& item);

}  // namespace partita::modelling
