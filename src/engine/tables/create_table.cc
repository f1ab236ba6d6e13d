#include "base/try.h"
#include "engine/operations.h"
#include "engine/tables/define_table.h"
#include "engine/tables/resource_policy.h"
#include "engine/tables/table_description.h"
#include "engine/threads/on_executor.h"
#include "ops/prepare.h"
#include "ops/rules/warm_throughput_rules.h"

namespace partita::engine {
namespace {

Result<CreateTableResponse> create_table_now(Context& context, CreateTableRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(policy, new_table_policy(request.resource_policy, context.clock.now_ms()));
  catalog::TableInfo defined = define_table(context, request);
  defined.policy = std::move(policy);
  PARTITA_TRY_VALUE(table, context.catalog.add(std::move(defined)));
  PARTITA_TRY_VALUE(description, description_of(context, *table));
  description.table_status = TableStatus::Creating;
  // The service leaves out what it fills in later.
  if (description.billing_mode_summary) {
    description.billing_mode_summary->last_update_to_pay_per_request_date_time.reset();
    description.table_throughput_mode_summary->last_update_to_pay_per_request_date_time.reset();
  }
  if (ops::has_units(request.warm_throughput))
    description.warm_throughput->status = "UPDATING";
  else
    description.warm_throughput.reset();
  if (description.global_secondary_indexes)
    for (GlobalSecondaryIndexDescription& index : *description.global_secondary_indexes) {
      index.index_status = IndexStatus::Creating;
      index.warm_throughput.reset();
    }
  if (description.vector_indexes)
    for (VectorIndexDescription& index : *description.vector_indexes) index.index_status = IndexStatus::Creating;
  return CreateTableResponse{std::move(description)};
}

}  // namespace

void create_table(Context& context, CreateTableRequest request, MayWait may_wait,
                  Completion<CreateTableResponse> done) {
  on_executor(context, create_table_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
