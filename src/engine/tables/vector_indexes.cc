#include "engine/tables/vector_indexes.h"

#include <algorithm>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/index/define.h"
#include "ops/rules/vector_index_rules.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using Updates = std::vector<VectorIndexUpdate>;

const Updates& updates_of(const UpdateTableRequest& request) {
  static const Updates kNone;
  return request.vector_index_updates ? *request.vector_index_updates : kNone;
}

catalog::IndexInfo* find_vector_index(catalog::TableInfo& table, std::string_view name) {
  const auto found =
      std::ranges::find_if(table.indexes, [&](const auto& index) { return index.vector && index.name == name; });
  return found == table.indexes.end() ? nullptr : &*found;
}

Result<void> in_use(const std::string& what, const catalog::TableInfo& table, const std::string& index) {
  return fail(ErrorCode::ResourceInUseException, "Attempt to change a resource which is still in use: " + what +
                                                     " Table: " + table.name + " Index: " + index);
}

Result<void> check_attribute(const VectorIndex& action, const catalog::TableInfo& table) {
  const std::string& attribute = *action.vector_attribute->attribute_name;
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const catalog::KeyAttribute& key = table.keys.at(i);
    if (key.name == attribute)
      return invalid(
          "One or more parameter values were invalid: Attributes cannot be redefined. Please check that your attribute "
          "has the same type as previously defined. Existing schema: Schema:[SchemaElement: key{" +
          attribute + ":" + std::string(to_text(key.type)) + ":" +
          (i < table.keys.partition.size() ? "HASH" : "RANGE") +
          "}] New schema: VectorIndexSchema:[VectorAttribute: key{" + attribute +
          ":L:" + std::to_string(*action.dimensions) + "}]");
  }
  for (const catalog::IndexInfo& index : table.indexes)
    if (index.vector && index.vector->attribute == attribute && index.vector->dimensions != *action.dimensions)
      return ops::conflicting_dimensions(attribute);
  return {};
}

Result<void> create_index(const Context& context, const VectorIndex& action, catalog::TableInfo& table) {
  if (table.find_index(*action.index_name)) return invalid("Attempting to create an index which already exists");
  PARTITA_TRY(check_attribute(action, table));
  const auto count = std::ranges::count_if(table.indexes, [](const auto& index) { return index.vector.has_value(); });
  if (static_cast<std::size_t>(count) >= limits::kVectorIndexes)
    return fail(ErrorCode::LimitExceededException,
                "Subscriber limit exceeded: Number of vector secondary indexes exceeds per-table limit of " +
                    std::to_string(limits::kVectorIndexes));
  if (table.next_index_id >= keys::kFirstSystemIndex)
    return fail(ErrorCode::LimitExceededException,
                "Table " + table.name +
                    " has had as many indexes as a table can have, deleted ones included; copy it to a new table");
  catalog::IndexInfo index = define_vector_index(action, table.attribute_definitions);
  index.id = table.next_index_id++;
  index.status = IndexStatus::Creating;
  index.backfilling = true;
  index.vector->added = true;
  index.status_until_ms = context.clock.now_ms() + context.table_delay.count();
  table.indexes.push_back(std::move(index));
  return {};
}

Result<void> delete_index(const Context& context, const std::string& name, catalog::TableInfo& table) {
  catalog::IndexInfo* index = find_vector_index(table, name);
  if (!index)
    return fail(ErrorCode::ResourceNotFoundException,
                "Requested resource not found: Table: " + table.name + " does not have the vector index " + name);
  index->status = IndexStatus::Deleting;
  index->backfilling = false;
  index->status_until_ms = context.clock.now_ms() + context.table_delay.count();
  return {};
}

}  // namespace

Result<void> check_vector_indexes_in_use(const Context& context, const UpdateTableRequest& request,
                                         const catalog::TableInfo& table) {
  for (const VectorIndexUpdate& update : updates_of(request)) {
    const std::string& name = update.create ? *update.create->index_name : *update.delete_->index_name;
    const catalog::IndexInfo* index = table.find_index(name);
    if (!index || !index->vector || status_of(context, *index) != IndexStatus::Creating) continue;
    if (update.create) return in_use("Index is being created. ", table, name);
    if (index->vector->added && is_delayed(context, index->status_until_ms))
      return in_use(
          "Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index "
          "is active.",
          table, name);
  }
  return {};
}

Result<void> change_vector_indexes(const Context& context, const UpdateTableRequest& request,
                                   catalog::TableInfo& table) {
  const bool has_vectors = std::ranges::any_of(
      table.indexes, [](const catalog::IndexInfo& index) { return index.vector && index.maintained(); });
  const bool creates = std::ranges::any_of(updates_of(request), [](const auto& u) { return u.create.has_value(); });
  if ((has_vectors || creates) && table.billing_mode != BillingMode::PayPerRequest)
    return ops::vector_index_needs_on_demand();
  for (const VectorIndexUpdate& update : updates_of(request)) {
    if (update.create) PARTITA_TRY(create_index(context, *update.create, table));
    if (update.delete_) PARTITA_TRY(delete_index(context, *update.delete_->index_name, table));
  }
  return {};
}

}  // namespace partita::engine
