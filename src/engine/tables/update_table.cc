#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/index/define.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/settings.h"
#include "engine/tables/encryption.h"
#include "engine/tables/table_description.h"
#include "engine/tables/vector_indexes.h"
#include "engine/threads/on_executor.h"
#include "engine/throttle/throttle.h"
#include "ops/rules/throughput_rules.h"
#include "ops/rules/warm_throughput_rules.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

Result<void> in_use(std::string_view what, const catalog::TableInfo& table) {
  return fail(ErrorCode::ResourceInUseException, "Attempt to change a resource which is still in use: Table is being " +
                                                     std::string(what) + ": " + table.name);
}

Result<void> change_throughput(const Context& context, const UpdateTableRequest& request, catalog::TableInfo& table) {
  if (!request.provisioned_throughput) return {};
  if (!request.billing_mode && table.billing_mode == BillingMode::PayPerRequest)
    return ops::check_no_throughput(request.provisioned_throughput);
  const catalog::Throughput wanted{*request.provisioned_throughput->read_capacity_units,
                                   *request.provisioned_throughput->write_capacity_units};
  const catalog::Throughput had = table.throughput;
  const bool switching = request.billing_mode && table.billing_mode != request.billing_mode->value();
  if (wanted == had && !switching)
    return invalid(
        "The provisioned throughput for the table will not change. The requested value equals the current value. "
        "Current ReadCapacityUnits provisioned for the table: " +
        std::to_string(had.read_units) + ". Requested ReadCapacityUnits: " + std::to_string(wanted.read_units) +
        ". Current WriteCapacityUnits provisioned for the table: " + std::to_string(had.write_units) +
        ". Requested WriteCapacityUnits: " + std::to_string(wanted.write_units) +
        ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.");
  if (wanted.read_units > had.read_units || wanted.write_units > had.write_units)
    table.throughput_increased_ms = context.clock.now_ms();
  if (wanted.read_units < had.read_units || wanted.write_units < had.write_units)
    table.throughput_decreased_ms = context.clock.now_ms();
  table.throughput = wanted;
  return {};
}

void change_billing_mode(const Context& context, const UpdateTableRequest& request, catalog::TableInfo& table) {
  if (!request.billing_mode || table.billing_mode == request.billing_mode->value()) return;
  table.billing_mode = request.billing_mode->value();
  if (table.billing_mode != BillingMode::PayPerRequest) {
    table.on_demand.reset();
    for (catalog::IndexInfo& index : table.indexes) index.on_demand.reset();
    return;
  }
  table.pay_per_request_since_ms = context.clock.now_ms();
  table.throughput = {};
  for (catalog::IndexInfo& index : table.indexes) index.throughput = {};
}

// Adds the definitions that are new. The service keeps the type of an attribute that is defined already.
void merge_definitions(const UpdateTableRequest& request, catalog::TableInfo& table) {
  if (!request.attribute_definitions) return;
  catalog::forget_unused_definitions(table);
  for (const AttributeDefinition& given : *request.attribute_definitions)
    if (std::ranges::none_of(table.attribute_definitions, [&](const AttributeDefinition& known) {
          return known.attribute_name == given.attribute_name;
        }))
      table.attribute_definitions.push_back(given);
}

// Sets the ceilings that are given, and removes those that are -1.
void change_ceilings(const OnDemandThroughput& given, std::optional<OnDemandThroughput>& ceilings) {
  OnDemandThroughput merged = ceilings.value_or(OnDemandThroughput{});
  const auto merge = [](const OptionalInteger& from, OptionalInteger& to) {
    if (from) to = *from == -1 ? std::nullopt : from;
  };
  merge(given.max_read_request_units, merged.max_read_request_units);
  merge(given.max_write_request_units, merged.max_write_request_units);
  ceilings = merged == OnDemandThroughput{} ? std::nullopt : std::optional(merged);
}

// Raises the units that a table or index can serve at once. `of` is "table" or "index NAME".
// Errors: ValidationException if they would decrease.
Result<void> raise_warm_throughput(const WarmThroughput& given, const std::string& of, BillingMode mode,
                                   const catalog::Throughput& provisioned, catalog::WarmUnits& warm) {
  const catalog::Throughput now = catalog::warm_units(warm, mode, provisioned);
  PARTITA_TRY(ops::check_more_warm_throughput(given, of, {now.read_units, now.write_units}));
  raise_warm_units(given, mode, provisioned, warm);
  return {};
}

// Keeps the units of the present settings before these change, because the units never decrease.
void keep_warm_units(catalog::TableInfo& table) {
  const auto keep = [&](const catalog::Throughput& provisioned, catalog::WarmUnits& warm) {
    const catalog::Throughput units = catalog::warm_units(warm, table.billing_mode, provisioned);
    if (units.read_units > 0) warm = units;
  };
  keep(table.throughput, table.warm);
  for (catalog::IndexInfo& index : table.indexes)
    if (index.global && !index.vector) keep(index.throughput, index.warm);
}

Result<void> create_index(const Context& context, const CreateGlobalSecondaryIndexAction& action,
                          catalog::TableInfo& table) {
  if (table.find_index(*action.index_name)) return invalid("Attempting to create an index which already exists");
  const auto globals = std::count_if(table.indexes.begin(), table.indexes.end(),
                                     [](const catalog::IndexInfo& index) { return index.global && !index.vector; });
  if (static_cast<std::size_t>(globals) >= limits::kGlobalIndexes)
    return fail(ErrorCode::LimitExceededException,
                "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of 20");
  if (table.next_index_id >= keys::kFirstSystemIndex)
    return fail(ErrorCode::LimitExceededException,
                "Table " + table.name +
                    " has had as many indexes as a table can have, deleted ones included; copy it to a new table");
  PARTITA_TRY(ops::check_new_warm_throughput(action.warm_throughput, "index " + *action.index_name,
                                             action.provisioned_throughput));
  catalog::IndexInfo index = define_index(action, table.attribute_definitions, table.billing_mode);
  index.id = table.next_index_id++;
  index.status = IndexStatus::Creating;
  index.backfilling = true;
  index.status_until_ms = context.clock.now_ms() + context.table_delay.count();
  table.indexes.push_back(std::move(index));
  return {};
}

// `verb` is "update" or "delete".
Result<catalog::IndexInfo*> existing_index(catalog::TableInfo& table, const std::string& name, std::string_view verb) {
  for (catalog::IndexInfo& index : table.indexes) {
    if (index.name != name || index.vector) continue;
    if (index.global) return &index;
    return invalid(fmt::format("Cannot {} an index that is not a GlobalSecondaryIndex: {}", verb, name));
  }
  return fail(ErrorCode::ResourceNotFoundException,
              fmt::format("Requested resource not found: Index {} for table {}", name, table.name));
}

Result<void> set_index_throughput(const ProvisionedThroughput& wanted, catalog::IndexInfo& index) {
  const catalog::Throughput had = index.throughput;
  index.throughput = {*wanted.read_capacity_units, *wanted.write_capacity_units};
  if (index.throughput != had) return {};
  return invalid(fmt::format(
      "The provisioned throughput for the index {0} will not change. The requested value equals the current value. "
      "Current ReadCapacityUnits provisioned for index {0}: {1}. Requested ReadCapacityUnits: {1}. Current "
      "WriteCapacityUnits provisioned for index {0}: {2}. Requested WriteCapacityUnits: {2}. Refer to the Amazon "
      "DynamoDB Developer Guide for current limits and how to request higher limits.",
      index.name, had.read_units, had.write_units));
}

// Requires: the billing mode of the request was set in `table`.
Result<void> update_index(const UpdateGlobalSecondaryIndexAction& action, const catalog::TableInfo& table,
                          catalog::IndexInfo& index) {
  const bool on_demand = table.billing_mode == BillingMode::PayPerRequest;
  const bool ceilings = !ops::first_ceiling(action.on_demand_throughput).empty(),
             warm = ops::has_units(action.warm_throughput);
  if (on_demand && (action.provisioned_throughput || (!ceilings && !warm)))
    return invalid(fmt::format(
        "One or more parameter values were invalid: The only Updates for index: {} when TableThroughputMode "
        "is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput",
        index.name));
  if (!on_demand) PARTITA_TRY(ops::check_no_ceilings(action.on_demand_throughput, " for index : " + index.name));
  if (!on_demand && !action.provisioned_throughput && !warm)
    return invalid(
        fmt::format("One or more parameter values were invalid: Both ReadCapacityUnits and WriteCapacityUnits must be "
                    "specified for index: {}",
                    index.name));
  if (action.provisioned_throughput) PARTITA_TRY(set_index_throughput(*action.provisioned_throughput, index));
  if (ceilings) change_ceilings(*action.on_demand_throughput, index.on_demand);
  if (!warm) return {};
  return raise_warm_throughput(*action.warm_throughput, "index " + index.name, table.billing_mode, index.throughput,
                               index.warm);
}

unexpected<Error> throughput_needed(std::string_view index) {
  return invalid(fmt::format(
      "One or more parameter values were invalid: ProvisionedThroughput must be specified for index: {}", index));
}

// Refuses a table with provisioned throughput if a global index has none: a request that switches the billing mode must
// give it. Requires: the changes of global indexes were made in `table`.
Result<void> check_index_throughput(const catalog::TableInfo& table) {
  if (table.billing_mode == BillingMode::PayPerRequest) return {};
  std::string missing;
  for (const catalog::IndexInfo& index : table.indexes)
    if (index.global && !index.vector && index.status != IndexStatus::Deleting && index.throughput.read_units == 0)
      missing.append(missing.empty() ? "" : ",").append(index.name);
  if (missing.empty()) return {};
  return throughput_needed(missing);
}

// Requires: the billing mode of the request was set in `table`.
Result<void> change_index(const Context& context, const GlobalSecondaryIndexUpdate& update, catalog::TableInfo& table) {
  if (update.create) {
    const bool on_demand = table.billing_mode == BillingMode::PayPerRequest;
    if (on_demand && update.create->provisioned_throughput)
      return invalid(
          fmt::format("One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can "
                      "be specified for index: {} when BillingMode is PAY_PER_REQUEST",
                      *update.create->index_name));
    if (!on_demand && !update.create->provisioned_throughput) return throughput_needed(*update.create->index_name);
    return create_index(context, *update.create, table);
  }
  if (update.update) {
    PARTITA_TRY_VALUE(index, existing_index(table, *update.update->index_name, "update"));
    return update_index(*update.update, table, *index);
  }
  PARTITA_TRY_VALUE(index, existing_index(table, *update.delete_->index_name, "delete"));
  index->status = IndexStatus::Deleting;
  index->backfilling = false;
  index->status_until_ms = context.clock.now_ms() + context.table_delay.count();
  return {};
}

// Errors: ResourceInUseException if the request deletes an index whose backfill has not begun, as on the service. This
// is possible only with --table-delay.
Result<void> check_is_filled(const Context& context, const UpdateTableRequest& request,
                             const catalog::TableInfo& table) {
  for (const GlobalSecondaryIndexUpdate& update : *request.global_secondary_index_updates) {
    const catalog::IndexInfo* index = update.delete_ ? table.find_index(*update.delete_->index_name) : nullptr;
    if (index != nullptr && index->backfilling && is_delayed(context, index->status_until_ms))
      return fail(
          ErrorCode::ResourceInUseException,
          "Attempt to change a resource which is still in use: Index creation is in resource allocation phase. Retry "
          "deletion during backfilling phase or when the index is active. Table: " +
              table.name + " Index: " + index->name);
  }
  return {};
}

// Calls visit(update) for each update of an index of either kind.
template <class Visit>
void each_index_update(const UpdateTableRequest& request, Visit visit) {
  if (request.global_secondary_index_updates)
    for (const GlobalSecondaryIndexUpdate& update : *request.global_secondary_index_updates) visit(update);
  if (request.vector_index_updates)
    for (const VectorIndexUpdate& update : *request.vector_index_updates) visit(update);
}

bool deletes(const UpdateTableRequest& request, const catalog::IndexInfo& index) {
  bool found = false;
  each_index_update(request, [&](const auto& update) {
    found = found || (update.delete_ && *update.delete_->index_name == index.name);
  });
  return found;
}

// Whether the index takes part in the limit: a vector index also during the delay of its second phase.
bool is_being_created(const Context& context, const catalog::IndexInfo& index) {
  return index.backfilling ||
         (index.vector && index.vector->added && status_of(context, index) == IndexStatus::Creating);
}

// The service creates or deletes one index at a time. An index can be deleted during its backfill.
Result<void> check_index_limit(const Context& context, const UpdateTableRequest& request,
                               const catalog::TableInfo& table) {
  std::size_t moving = 0;
  each_index_update(request, [&](const auto& update) {
    if (update.create || update.delete_) ++moving;
  });
  for (const catalog::IndexInfo& index : table.indexes)
    if (moving > 0 &&
        ((is_being_created(context, index) && !deletes(request, index)) || index.status == IndexStatus::Deleting))
      ++moving;
  if (moving > 1)
    return fail(ErrorCode::LimitExceededException,
                "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
  return {};
}

// Whether the table stays ACTIVE. Only these changes make a table UPDATING for a while.
bool stays_active(const UpdateTableRequest& request) {
  return !request.billing_mode && !request.provisioned_throughput && !request.table_class &&
         !request.global_secondary_index_updates && !request.stream_specification && !request.vector_index_updates;
}

Result<void> change_table(const Context& context, const UpdateTableRequest& request, catalog::TableInfo& table,
                          SequenceNumbers::Ticket& boundary) {
  const TableStatus status = status_of(context, table);
  if (status == TableStatus::Creating) return in_use("created", table);
  if (status == TableStatus::Deleting) return in_use("deleted", table);
  const bool active = stays_active(request);
  if (request.global_secondary_index_updates) PARTITA_TRY(check_is_filled(context, request, table));
  PARTITA_TRY(check_vector_indexes_in_use(context, request, table));
  PARTITA_TRY(check_index_limit(context, request, table));
  if (status == TableStatus::Updating && (!active || request.on_demand_throughput)) return in_use("updated", table);
  if (request.stream_specification) PARTITA_TRY(change_stream(context, *request.stream_specification, table, boundary));
  if (request.billing_mode || request.provisioned_throughput || request.global_secondary_index_updates)
    keep_warm_units(table);
  PARTITA_TRY(change_throughput(context, request, table));
  change_billing_mode(context, request, table);
  merge_definitions(request, table);
  if (request.global_secondary_index_updates)
    for (const GlobalSecondaryIndexUpdate& update : *request.global_secondary_index_updates)
      PARTITA_TRY(change_index(context, update, table));
  if (request.billing_mode) PARTITA_TRY(check_index_throughput(table));
  PARTITA_TRY(change_vector_indexes(context, request, table));
  catalog::forget_unused_definitions(table);
  if (table.billing_mode != BillingMode::PayPerRequest)
    PARTITA_TRY(ops::check_no_ceilings(request.on_demand_throughput));
  if (request.on_demand_throughput) change_ceilings(*request.on_demand_throughput, table.on_demand);
  if (ops::has_units(request.warm_throughput))
    PARTITA_TRY(
        raise_warm_throughput(*request.warm_throughput, "table", table.billing_mode, table.throughput, table.warm));
  if (request.sse_specification) PARTITA_TRY(change_key(context, *request.sse_specification, table.kms_key));
  // STANDARD is the class of a table that has none, so it changes nothing then.
  if (request.table_class && (table.table_class || *request.table_class != TableClass::Standard)) {
    table.table_class = request.table_class->value();
    table.table_class_since_ms = context.clock.now_ms();
  }
  if (request.deletion_protection_enabled) table.deletion_protection = *request.deletion_protection_enabled;
  if (!active && context.table_delay.count() > 0) {
    table.status = TableStatus::Updating;
    table.status_until_ms = context.clock.now_ms() + context.table_delay.count();
  }
  return {};
}

// The service shows the state from before the update until the update is over. `had` is the table in that state.
void show_update(const Context& context, const UpdateTableRequest& request, const catalog::TableInfo& had,
                 TableDescription& shown) {
  if (!stays_active(request)) {
    shown.table_status = TableStatus::Updating;
    if (shown.vector_indexes)
      for (VectorIndexDescription& index : *shown.vector_indexes)
        if (index.backfilling) index.backfilling = false;
    shown.provisioned_throughput->read_capacity_units = had.throughput.read_units;
    shown.provisioned_throughput->write_capacity_units = had.throughput.write_units;
  }
  if (ops::has_units(request.warm_throughput)) {
    const catalog::Throughput units = catalog::warm_units(had.warm, had.billing_mode, had.throughput);
    shown.warm_throughput = WarmThroughputDescription{units.read_units, units.write_units, "UPDATING"};
  }
  if (request.sse_specification) {
    shown.sse_description = encryption_of(context, had.kms_key).value_or(SSEDescription{});
    shown.sse_description->status = "UPDATING";
  }
  if (!ops::first_ceiling(request.on_demand_throughput).empty()) {
    // The answer repeats the -1 that removed a ceiling.
    OnDemandThroughput echoed = shown.on_demand_throughput.value_or(OnDemandThroughput{});
    if (request.on_demand_throughput->max_read_request_units == -1) echoed.max_read_request_units = -1;
    if (request.on_demand_throughput->max_write_request_units == -1) echoed.max_write_request_units = -1;
    shown.on_demand_throughput = echoed;
  }
}

// Whether the request adds an index or a stream. What it changes otherwise has the same size but for some bytes, such
// as the mark of an index that is being deleted, and must not be refused because the descriptions take too much.
bool adds_to_description(const UpdateTableRequest& request) {
  bool adds = request.stream_specification && request.stream_specification->stream_enabled.value_or(false);
  each_index_update(request, [&](const auto& update) { adds = adds || update.create; });
  return adds;
}

Result<UpdateTableResponse> update_table_now(Context& context, UpdateTableRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "UpdateTable"));
  if (!request.billing_mode) request.billing_mode = request.table_throughput_mode;
  catalog::TableInfo had;
  SequenceNumbers::Ticket boundary(context.numbers);
  auto changed = context.catalog.update(
      table->id,
      [&](catalog::TableInfo& now) {
        had = now;
        return change_table(context, request, now, boundary);
      },
      {}, adds_to_description(request) ? catalog::Growth::Limited : catalog::Growth::Free);
  boundary.settle();
  if (!changed) return unexpected(std::move(changed.error()));
  if (context.throttle) context.throttle->changed(**changed);
  context.jobs.wake();
  PARTITA_TRY_VALUE(description, description_of(context, **changed));
  show_update(context, request, had, description);
  return UpdateTableResponse{std::move(description)};
}

}  // namespace

void update_table(Context& context, UpdateTableRequest request, MayWait may_wait,
                  Completion<UpdateTableResponse> done) {
  on_executor(context, update_table_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
