// Makes a database have a table as its template defines it, even if the table exists already.
#include <fmt/format.h>
#include <partita/table_difference.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/try.h"
#include "table.h"

namespace partita::tools {
namespace {

constexpr std::chrono::milliseconds kFirstPause{10};
constexpr std::chrono::milliseconds kLongestPause{1'000};
constexpr std::chrono::minutes kPatience{30};

template <class Index>
bool are_active(const OptionalList<Index>& indexes) {
  return !indexes || std::ranges::all_of(*indexes, [](const Index& index) {
    return !index.index_status || *index.index_status == IndexStatus::Active;
  });
}

bool is_active(const TableDescription& table) {
  return table.table_status && *table.table_status == TableStatus::Active &&
         are_active(table.global_secondary_indexes) && are_active(table.vector_indexes);
}

// nullopt if the table does not exist.
Result<std::optional<TableDescription>> describe_table(Database& database, const std::string& name) {
  auto described = database.describe_table({.table_name = name});
  if (described) return std::move(described->table);
  if (described.error().code == ErrorCode::ResourceNotFoundException) return std::nullopt;
  return unexpected(std::move(described.error()));
}

Result<TableDescription> active_table(Database& database, const std::string& name) {
  PARTITA_TRY_VALUE(table, wait_until_active(database, name, kPatience));
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

Result<std::optional<TableDescription>> wait_until_active(Database& database, const std::string& name,
                                                          std::chrono::minutes patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (auto pause = kFirstPause;; pause = std::min(kLongestPause, pause * 2)) {
    PARTITA_TRY_VALUE(table, describe_table(database, name));
    // A table that was just created may not be known everywhere yet.
    if (table && is_active(*table)) return std::move(table);
    if (std::chrono::steady_clock::now() > end) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

Result<TableOutcome> ensure_table(Database& database, const templates::TemplateTable& table) {
  const std::string& name = *table.request.table_name;
  PARTITA_TRY_VALUE(there, describe_table(database, name));
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
