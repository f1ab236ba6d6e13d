// Turns a request's definition of a table's keys or of an index into that of the catalog.
#pragma once

#include <partita/table_operations.h>

#include "catalog/table_info.h"

namespace partita::engine {

// The catalog's key schema, with partition and sort attributes each in the order of `elements`.
// Requires: ops/ validated the request, so all names are defined and all enumerations are known.
catalog::KeySchema define_keys(const std::vector<KeySchemaElement>& elements,
                               const std::vector<AttributeDefinition>& definitions);

// Sets the units of `warm` that are given. The others keep their value (catalog::warm_units).
void raise_warm_units(const WarmThroughput& given, BillingMode mode, const catalog::Throughput& provisioned,
                      catalog::WarmUnits& warm);

// `given` is a LocalSecondaryIndex, a GlobalSecondaryIndex or a CreateGlobalSecondaryIndexAction. `mode` is the
// table's. The caller must set the id, and the status unless the index is ACTIVE at once. Requires: as define_keys().
template <class Definition>
catalog::IndexInfo define_index(const Definition& given, const std::vector<AttributeDefinition>& definitions,
                                BillingMode mode) {
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
    if (given.warm_throughput) raise_warm_units(*given.warm_throughput, mode, index.throughput, index.warm);
  }
  return index;
}

// The catalog's definition of a vector index. The caller must set the id, and the status unless the index is ACTIVE at
// once. Requires: as define_keys().
catalog::IndexInfo define_vector_index(const VectorIndex& given, const std::vector<AttributeDefinition>& definitions);

}  // namespace partita::engine
