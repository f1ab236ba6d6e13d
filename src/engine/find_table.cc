#include "engine/find_table.h"

#include <fmt/format.h>

#include "ops/rules/names.h"

namespace partita::engine {

bool is_delayed(const Context& context, std::int64_t until_ms) {
  const std::int64_t left_ms = until_ms - context.clock.now_ms();
  return 0 < left_ms && left_ms <= context.table_delay.count();
}

TableStatus status_of(const Context& context, const catalog::TableInfo& table) {
  const bool waiting = is_delayed(context, table.status_until_ms);
  if (table.status == TableStatus::Deleting) return TableStatus::Deleting;
  if (table.restore || table.import != 0) return TableStatus::Creating;
  if (waiting) return table.status;
  for (const catalog::IndexInfo& index : table.indexes)
    if (index.status == IndexStatus::Deleting) return TableStatus::Updating;
  return TableStatus::Active;
}

std::int64_t end_of_delays_ms(const Context& context, const catalog::IndexInfo& index) {
  const bool has_phases = index.vector && index.vector->added && index.status == IndexStatus::Creating;
  return index.status_until_ms + (has_phases ? context.table_delay.count() : 0);
}

IndexStatus status_of(const Context& context, const catalog::IndexInfo& index) {
  if (index.status == IndexStatus::Deleting) return IndexStatus::Deleting;
  if (index.backfilling) return IndexStatus::Creating;
  const bool waiting =
      is_delayed(context, index.status_until_ms) || is_delayed(context, end_of_delays_ms(context, index));
  return waiting ? index.status : IndexStatus::Active;
}

Result<catalog::TablePtr> table_for_items(const Context& context, std::string_view name) {
  catalog::TablePtr table = context.catalog.find(name);
  if (table && table->status == TableStatus::Active && table->import == 0) return table;
  if (table) {
    const TableStatus status = status_of(context, *table);
    if (status == TableStatus::Active || status == TableStatus::Updating) return table;
  }
  return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found");
}

Result<catalog::TablePtr> table_for_description(const Context& context, std::string_view name, WhileRestored restored) {
  catalog::TablePtr table = context.catalog.find(name);
  if (table && (!table->restore || restored == WhileRestored::Shown)) return table;
  return fail(ErrorCode::ResourceNotFoundException,
              "Requested resource not found: Table: " + std::string(name) + " not found");
}

std::string table_arn(const Context& context, std::string_view table_name) {
  return "arn:aws:dynamodb:" + context.region + ":" + context.account + ":table/" + std::string(table_name);
}

unexpected<Error> not_authorized(const Context& context, std::string_view arn, std::string_view action) {
  return fail(
      ErrorCode::AccessDeniedException,
      fmt::format("User: arn:aws:iam::{}:root is not authorized to perform: dynamodb:{} on resource: {} because "
                  "no resource-based policy allows the dynamodb:{} action",
                  context.account, action, arn, action));
}

Result<void> check_arn(const Context& context, std::string_view name_or_arn, std::string_view action) {
  if (!name_or_arn.starts_with("arn:") || name_or_arn.starts_with(table_arn(context, ""))) return {};
  const auto arn = ops::parse_table_arn(name_or_arn);
  if (arn && arn->account != context.account) return not_authorized(context, name_or_arn, action);
  if (arn && arn->region != context.region)
    return invalid(fmt::format("1 validation error detected: Invalid AWS region in '{}'", name_or_arn));
  return invalid(fmt::format("1 validation error detected: Invalid AWS partition in '{}'", name_or_arn));
}

}  // namespace partita::engine
