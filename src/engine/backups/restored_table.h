// The description of the table that a restore makes.
#pragma once

#include <partita/backup_operations.h>

#include "catalog/table_info.h"
#include "engine/context.h"

namespace partita::engine {

// The changes of a restore to the new table (backup_operations.h). The members point into the request.
struct RestoreOverrides {
  const OptionalEnum<BillingMode>& billing_mode;
  const OptionalList<GlobalSecondaryIndex>& global_indexes;
  const OptionalList<LocalSecondaryIndex>& local_indexes;
  const std::optional<ProvisionedThroughput>& throughput;
  const std::optional<OnDemandThroughput>& on_demand;
  const std::optional<SSESpecification>& encryption;
  const OptionalList<VectorIndex>& vector_indexes;
};
template <class Request>
RestoreOverrides overrides_of(const Request& request) {
  return {request.billing_mode_override,          request.global_secondary_index_override,
          request.local_secondary_index_override, request.provisioned_throughput_override,
          request.on_demand_throughput_override,  request.sse_specification_override,
          request.vector_index_override};
}

// A new table with the keys, the indexes and the settings of `source` that a restore brings, as `overrides` changes
// them. The caller sets its Restore. Requires: ops/ validated the request. Errors: ValidationException if the overrides
// do not fit the source.
Result<catalog::TableInfo> restored_table(const Context& context, const catalog::TableInfo& source, std::string name,
                                          const RestoreOverrides& overrides);

}  // namespace partita::engine
