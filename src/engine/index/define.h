// From a request's definition of a table's keys or of an index to the catalog's.
#pragma once

#include "catalog/table_info.h"

#include <partita/table_operations.h>

namespace partita::engine {

// Requires of each: the request was validated (ops/), so that all names are defined and enumerations known.
catalog::KeySchema define_keys(const std::vector<KeySchemaElement>& elements,
                               const std::vector<AttributeDefinition>& definitions);

// From LocalSecondaryIndex, GlobalSecondaryIndex and CreateGlobalSecondaryIndexAction. Id and status are left to the caller.
template <class Definition>
catalog::IndexInfo define_index(const Definition& given, const std::vector<AttributeDefinition>& definitions) {
  catalog::IndexInfo index;
  index.name = *given.index_name;
  index.keys = define_keys(*given.key_schema, definitions);
  index.projection = given.projection->projection_type->value();
  if (given.projection->non_key_attributes) index.non_key_attributes = *given.projection->non_key_attributes;
  if constexpr (requires { given.provisioned_throughput; }) {
    index.global = true;
    if (given.provisioned_throughput)
      index.throughput = {*given.provisioned_throughput->read_capacity_units,
                          *given.provisioned_throughput->write_capacity_units};
    index.on_demand = given.on_demand_throughput;
  }
  return index;
}

}  // namespace partita::engine
