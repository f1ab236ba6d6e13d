#include <algorithm>

#include "base/try.h"
#include "engine/commit/on_executor.h"
#include "engine/index/define.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/streams/settings.h"
#include "engine/tables/table_description.h"
#include "engine/tables/tables.h"
#include "engine/tables/vector_indexes.h"
#include "ops/throughput_rules.h"
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
  if (table.billing_mode != BillingMode::PayPerRequest) return;
  table.pay_per_request_since_ms = context.clock.now_ms();
  table.throughput = {};
  for (catalog::IndexInfo& index : table.indexes) index.throughput = {};
}

// Adds the definitions that are new. Errors: ValidationException if one contradicts an existing definition.
Result<void> merge_definitions(const UpdateTableRequest& request, catalog::TableInfo& table) {
  if (!request.attribute_definitions) return {};
  catalog::forget_unused_definitions(table);
  for (const AttributeDefinition& given : *request.attribute_definitions) {
    const auto known =
        std::find_if(table.attribute_definitions.begin(), table.attribute_definitions.end(),
                     [&](const AttributeDefinition& d) { return d.attribute_name == given.attribute_name; });
    if (known == table.attribute_definitions.end())
      table.attribute_definitions.push_back(given);
    else if (known->attribute_type != given.attribute_type)
      return invalid("One or more parameter values were invalid: Cannot change the type of attribute " +
                     *given.attribute_name + " in AttributeDefinitions");
  }
  return {};
}

Result<void> create_index(const Context& context, const CreateGlobalSecondaryIndexAction& action,
                          catalog::TableInfo& table) {
  if (table.find_index(*action.index_name))
    return invalid("One or more parameter values were invalid: Index already exists: " + *action.index_name);
  const auto globals = std::count_if(table.indexes.begin(), table.indexes.end(),
                                     [](const catalog::IndexInfo& index) { return index.global && !index.vector; });
  if (static_cast<std::size_t>(globals) >= limits::kGlobalIndexes)
    return invalid(
        "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the per-table limit of 20");
  if (table.next_index_id >= keys::kFirstSystemIndex)
    return fail(ErrorCode::LimitExceededException,
                "Table " + table.name +
                    " has had as many indexes as a table can have, deleted ones included; copy it to a new table");
  catalog::IndexInfo index = define_index(action, table.attribute_definitions);
  index.id = table.next_index_id++;
  index.status = IndexStatus::Creating;
  index.backfilling = true;
  index.status_until_ms = context.clock.now_ms() + context.table_delay.count();
  table.indexes.push_back(std::move(index));
  return {};
}

Result<catalog::IndexInfo*> existing_index(catalog::TableInfo& table, const std::string& name) {
  for (catalog::IndexInfo& index : table.indexes)
    if (index.global && !index.vector && index.name == name) return &index;
  return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found: Table: " + table.name +
                                                        " does not have the global secondary index " + name);
}

// Errors: ValidationException if an index of an on-demand table is given a throughput.
// Requires: the billing mode of the request was set in `table`.
Result<void> check_index_throughput(const std::optional<ProvisionedThroughput>& throughput, const std::string& index,
                                    const catalog::TableInfo& table) {
  if (!throughput || table.billing_mode != BillingMode::PayPerRequest) return {};
  return ops::throughput_of_index_on_demand(index);
}

Result<void> change_index(const Context& context, const GlobalSecondaryIndexUpdate& update, catalog::TableInfo& table) {
  if (update.create)
    PARTITA_TRY(check_index_throughput(update.create->provisioned_throughput, *update.create->index_name, table));
  if (update.create) return create_index(context, *update.create, table);
  PARTITA_TRY_VALUE(index,
                    existing_index(table, update.update ? *update.update->index_name : *update.delete_->index_name));
  if (update.delete_) {
    index->status = IndexStatus::Deleting;
    index->backfilling = false;
    index->status_until_ms = context.clock.now_ms() + context.table_delay.count();
    return {};
  }
  PARTITA_TRY(check_index_throughput(update.update->provisioned_throughput, index->name, table));
  if (update.update->provisioned_throughput)
    index->throughput = {*update.update->provisioned_throughput->read_capacity_units,
                         *update.update->provisioned_throughput->write_capacity_units};
  if (update.update->on_demand_throughput) index->on_demand = update.update->on_demand_throughput;
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

// Deletion protection changes at once. Every other change makes the table UPDATING for a while.
bool changes_only_protection(const UpdateTableRequest& request) {
  return !request.billing_mode && !request.provisioned_throughput && !request.table_class &&
         !request.on_demand_throughput && !request.global_secondary_index_updates && !request.stream_specification &&
         !request.vector_index_updates;
}

Result<void> change_table(const Context& context, const UpdateTableRequest& request, catalog::TableInfo& table,
                          SequenceNumbers::Ticket& boundary) {
  const TableStatus status = status_of(context, table);
  if (status == TableStatus::Creating) return in_use("created", table);
  if (status == TableStatus::Deleting) return in_use("deleted", table);
  const bool only_protection = changes_only_protection(request);
  if (request.global_secondary_index_updates) PARTITA_TRY(check_is_filled(context, request, table));
  PARTITA_TRY(check_vector_indexes_in_use(context, request, table));
  PARTITA_TRY(check_index_limit(context, request, table));
  if (status == TableStatus::Updating && !only_protection) return in_use("updated", table);
  if (request.stream_specification) PARTITA_TRY(change_stream(context, *request.stream_specification, table, boundary));
  PARTITA_TRY(change_throughput(context, request, table));
  change_billing_mode(context, request, table);
  PARTITA_TRY(merge_definitions(request, table));
  if (request.global_secondary_index_updates)
    for (const GlobalSecondaryIndexUpdate& update : *request.global_secondary_index_updates)
      PARTITA_TRY(change_index(context, update, table));
  PARTITA_TRY(change_vector_indexes(context, request, table));
  catalog::forget_unused_definitions(table);
  if (request.on_demand_throughput) table.on_demand = request.on_demand_throughput;
  if (request.table_class) {
    table.table_class = request.table_class->value();
    table.table_class_since_ms = context.clock.now_ms();
  }
  if (request.deletion_protection_enabled) table.deletion_protection = *request.deletion_protection_enabled;
  if (!only_protection && context.table_delay.count() > 0) {
    table.status = TableStatus::Updating;
    table.status_until_ms = context.clock.now_ms() + context.table_delay.count();
  }
  return {};
}

Result<UpdateTableResponse> update_table_now(Context& context, UpdateTableRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "UpdateTable"));
  catalog::Throughput had;
  SequenceNumbers::Ticket boundary(context.numbers);
  auto changed = context.catalog.update(table->id, [&](catalog::TableInfo& now) {
    had = now.throughput;
    return change_table(context, request, now, boundary);
  });
  boundary.settle();
  if (!changed) return unexpected(std::move(changed.error()));
  context.jobs.wake();
  PARTITA_TRY_VALUE(description, description_of(context, **changed));
  if (!changes_only_protection(request)) {
    // The service shows the old throughput until the update is over.
    description.table_status = TableStatus::Updating;
    if (description.vector_indexes)
      for (VectorIndexDescription& index : *description.vector_indexes)
        if (index.backfilling) index.backfilling = false;
    description.provisioned_throughput->read_capacity_units = had.read_units;
    description.provisioned_throughput->write_capacity_units = had.write_units;
  }
  return UpdateTableResponse{std::move(description)};
}

}  // namespace

void update_table(Context& context, UpdateTableRequest request, MayWait may_wait,
                  Completion<UpdateTableResponse> done) {
  on_executor(context, update_table_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
