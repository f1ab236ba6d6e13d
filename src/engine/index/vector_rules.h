// The rules of items in tables with vector indexes.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include "catalog/table_info.h"

namespace partita::engine {

// Checks the vector and the search schema's attributes of an item, for each vector index of the table. An absent
// attribute passes. With `old`, the image before an update, only attributes that changed are checked.
// Errors: ValidationException.
Result<void> check_vectors(const catalog::TableInfo& table, const AttributeMap& item, const AttributeMap* old);

}  // namespace partita::engine
