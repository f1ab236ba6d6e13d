#include "engine/tables/define_table.h"

#include "base/random.h"
#include "engine/index/define.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/settings.h"
#include "engine/tables/encryption.h"
#include "ops/rules/throughput_rules.h"
#include "ops/rules/warm_throughput_rules.h"

namespace partita::engine {

catalog::TableInfo define_table(const Context& context, const CreateTableRequest& request) {
  catalog::TableInfo table;
  table.name = *request.table_name;
  table.uuid = base::random_uuid();
  table.created_ms = context.clock.now_ms();
  if (context.table_delay.count() > 0) {
    table.status = TableStatus::Creating;
    table.status_until_ms = table.created_ms + context.table_delay.count();
  }
  table.attribute_definitions = *request.attribute_definitions;
  table.keys = define_keys(*request.key_schema, table.attribute_definitions);
  const auto add = [&](catalog::IndexInfo index) {
    index.id = table.next_index_id++;
    if (index.global && table.status == TableStatus::Creating) {
      index.status = IndexStatus::Creating;
      index.status_until_ms = table.status_until_ms;
    }
    table.indexes.push_back(std::move(index));
  };
  if (const auto& mode = ops::billing_mode_of(request)) table.billing_mode = mode->value();
  if (request.local_secondary_indexes)
    for (const LocalSecondaryIndex& index : *request.local_secondary_indexes)
      add(define_index(index, table.attribute_definitions, table.billing_mode));
  if (request.global_secondary_indexes)
    for (const GlobalSecondaryIndex& index : *request.global_secondary_indexes)
      add(define_index(index, table.attribute_definitions, table.billing_mode));
  if (request.vector_indexes)
    for (const VectorIndex& index : *request.vector_indexes)
      add(define_vector_index(index, table.attribute_definitions));
  if (table.billing_mode == BillingMode::PayPerRequest) table.pay_per_request_since_ms = table.created_ms;
  if (request.provisioned_throughput)
    table.throughput = {*request.provisioned_throughput->read_capacity_units,
                        *request.provisioned_throughput->write_capacity_units};
  if (!ops::first_ceiling(request.on_demand_throughput).empty()) table.on_demand = request.on_demand_throughput;
  if (ops::has_units(request.warm_throughput))
    raise_warm_units(*request.warm_throughput, table.billing_mode, table.throughput, table.warm);
  if (request.sse_specification) table.kms_key = wanted_key(*request.sse_specification);
  if (request.table_class) table.table_class = request.table_class->value();
  table.deletion_protection = request.deletion_protection_enabled.value_or(false);
  if (request.tags) table.tags = *request.tags;
  if (context.keeps_hashes) table.hash = catalog::HashState::Kept;
  if (request.stream_specification && *request.stream_specification->stream_enabled) {
    SequenceNumbers::Ticket boundary(context.numbers);
    enable_stream(context, request.stream_specification->stream_view_type->value(), table, boundary);
  }
  return table;
}

}  // namespace partita::engine
