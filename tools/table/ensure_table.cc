// Makes a database have a table as its template defines it, even if the table exists already.
#include <fmt/format.h>
#include <partita/table_difference.h>

#include <chrono>

#include "base/try.h"
#include "movement/tables/wait_until_active.h"
#include "table.h"

namespace partita::tools {
namespace {

constexpr std::chrono::minutes kPatience{30};

Result<TableDescription> active_table(Database& database, const std::string& name) {
  PARTITA_TRY_VALUE(table, movement::wait_until_active(database, name, kPatience));
  if (table) return std::move(*table);
  return fail(ErrorCode::InternalServerError, fmt::format("table {} is not ACTIVE yet; run this again later", name));
}

Result<void> enable_time_to_live(Database& database, const templates::TemplateTable& table) {
  auto enabled = database.update_time_to_live(
      {.table_name = table.request.table_name, .time_to_live_specification = table.time_to_live});
  if (enabled) return {};
  return unexpected(std::move(enabled.error()));
}

Result<void> enable_recovery(Database& database, const templates::TemplateTable& table) {
  auto enabled = database.update_continuous_backups(
      {.table_name = table.request.table_name, .point_in_time_recovery_specification = table.recovery});
  if (enabled) return {};
  return unexpected(std::move(enabled.error()));
}

// Enables a recovery that is off, as compare_time_to_live() does. A recovery that the definition lacks is not asked
// for, because not each endpoint knows the operation.
Result<void> compare_recovery(Database& database, const templates::TemplateTable& table,
                              std::vector<std::string>& differences) {
  if (!table.recovery) return {};
  PARTITA_TRY_VALUE(described, database.describe_continuous_backups({.table_name = table.request.table_name}));
  const auto& backups = described.continuous_backups_description;
  const auto* there =
      backups && backups->point_in_time_recovery_description ? &*backups->point_in_time_recovery_description : nullptr;
  if (!there || there->point_in_time_recovery_status != PointInTimeRecoveryStatus::Enabled)
    return differences.empty() ? enable_recovery(database, table) : Result<void>();
  const auto wanted = table.recovery->recovery_period_in_days;
  if (wanted && there->recovery_period_in_days && *wanted != *there->recovery_period_in_days)
    differences.push_back(fmt::format("point-in-time recovery: the definition has {} days, the table {}", *wanted,
                                      *there->recovery_period_in_days));
  return {};
}

bool is_on(const TimeToLiveDescription& there) {
  return there.time_to_live_status && (*there.time_to_live_status == TimeToLiveStatus::Enabled ||
                                       *there.time_to_live_status == TimeToLiveStatus::Enabling);
}

// Enables a time to live that is off, because a run may have been interrupted after CreateTable. Adds to `differences`.
Result<void> compare_time_to_live(Database& database, const templates::TemplateTable& table,
                                  std::vector<std::string>& differences) {
  PARTITA_TRY_VALUE(described, database.describe_time_to_live({.table_name = table.request.table_name}));
  const TimeToLiveDescription& there = described.time_to_live_description;
  if (!is_on(there))
    return table.time_to_live && differences.empty() ? enable_time_to_live(database, table) : Result<void>();
  const std::string attribute = there.attribute_name.value_or("");
  if (!table.time_to_live)
    differences.push_back(fmt::format("time to live: the table has it on {}, the definition has none", attribute));
  else if (*table.time_to_live->attribute_name != attribute)
    differences.push_back(fmt::format("time to live: the definition has it on {}, the table on {}",
                                      *table.time_to_live->attribute_name, attribute));
  return {};
}

}  // namespace

Result<TableOutcome> ensure_table(Database& database, const templates::TemplateTable& table) {
  const std::string& name = *table.request.table_name;
  PARTITA_TRY_VALUE(there, movement::find_table(database, name));
  if (!there) {
    PARTITA_TRY(database.create_table(table.request));
    PARTITA_TRY_VALUE(active, active_table(database, name));
    if (table.time_to_live) PARTITA_TRY(enable_time_to_live(database, table));
    if (table.recovery) PARTITA_TRY(enable_recovery(database, table));
    return TableOutcome{TableOutcome::Kind::Created};
  }
  PARTITA_TRY_VALUE(active, active_table(database, name));
  TableOutcome outcome{TableOutcome::Kind::Exists, differences(table.request, active)};
  PARTITA_TRY(compare_time_to_live(database, table, outcome.differences));
  PARTITA_TRY(compare_recovery(database, table, outcome.differences));
  if (!outcome.differences.empty()) outcome.kind = TableOutcome::Kind::Differs;
  return outcome;
}

}  // namespace partita::tools
