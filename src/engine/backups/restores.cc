// RestoreTableFromBackup, RestoreTableToPointInTime and Partita's own RestoreTableToVersion. The job that fills the new
// table is jobs/restore_job.h.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "engine/backups/backup_description.h"
#include "engine/backups/find_source.h"
#include "engine/backups/item_changes.h"
#include "engine/backups/keep_history.h"
#include "engine/backups/recovery_window.h"
#include "engine/backups/restored_table.h"
#include "engine/find_table.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/streams/shards.h"
#include "engine/tables/table_description.h"
#include "engine/threads/on_executor.h"
#include "ops/rules/backup_arn.h"
#include "ops/rules/names.h"
#include "ops/rules/policy_arn.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

Result<void> check_target(const Context& context, const std::string& name) {
  const catalog::TablePtr table = context.catalog.find(name);
  if (!table) return {};
  if (table->restore && !table->restore->backup.empty())
    return fail(ErrorCode::TableInUseException,
                fmt::format("Table: {} is already being restored from backup: {}/backup/{}", name,
                            table_arn(context, table->restore->table_name), table->restore->backup));
  return fail(ErrorCode::TableAlreadyExistsException, "Table already exists: " + name);
}

// Checks that the catalog asks for while it adds the table, because other restores may begin meanwhile.
Result<void> check_restores(const Context& context, const catalog::Restore& restore, const std::string& target) {
  PARTITA_TRY(check_target(context, target));
  int under_way = 0;
  for (const catalog::TablePtr& table : context.catalog.tables()) {
    if (!table->restore) continue;
    ++under_way;
    if (!restore.backup.empty() && table->restore->backup == restore.backup)
      return fail(ErrorCode::BackupInUseException,
                  fmt::format("Backup is being used to restore another table: {}/backup/{}",
                              table_arn(context, restore.table_name), restore.backup));
  }
  if (under_way >= limits::kRestores)
    return fail(ErrorCode::LimitExceededException,
                fmt::format("Only {} restore operations can be in progress at the same time", limits::kRestores));
  return {};
}

// Adds the table and describes it. `is_there` is asked while no other change can be made.
Result<TableDescription> begin(Context& context, catalog::TableInfo target, catalog::Restore restore,
                               const std::function<Result<void>()>& is_there) {
  // The job reads a snapshot that has all changes before the moment.
  wait_until_settled(context, restore.moment);
  const std::string name = target.name;
  target.restore = std::move(restore);
  const catalog::Restore& wanted = *target.restore;
  PARTITA_TRY(check_target(context, name));
  const catalog::Restore copy = wanted;
  PARTITA_TRY_VALUE(added, context.catalog.add(std::move(target), [&]() -> Result<void> {
    PARTITA_TRY(check_restores(context, copy, name));
    return is_there();
  }));
  PARTITA_TRY_VALUE(description, description_of(context, *added));
  context.jobs.wake();
  return description;
}

Result<RestoreTableFromBackupResponse> restore_table_from_backup_now(Context& context,
                                                                     RestoreTableFromBackupRequest request) {
  PARTITA_TRY(ops::validate(request));
  const std::string& arn = *request.backup_arn;
  PARTITA_TRY_VALUE(parts, ops::read_backup_arn(arn, context.account));
  if (parts.region != context.region && !request.sse_specification_override)
    return invalid("Invalid Request: sseSpecificationOverride must be provided for cross-region restores");
  PARTITA_TRY_VALUE(backup, find_backup(context, arn));
  if (backup->is_doubtful)
    return invalid(
        fmt::format("The backup {} may have wrong items, because entries of its table's history were lost when the "
                    "data directory was repaired. `partita repair --trust-backups` lets it be restored "
                    "all the same",
                    arn));
  PARTITA_TRY_VALUE(target, restored_table(context, backup->table, *request.target_table_name, overrides_of(request)));
  PARTITA_TRY_VALUE(description, begin(context, std::move(target),
                                       {.table = backup->table.id,
                                        .history = backup->history,
                                        .moment = backup->moment,
                                        .time_ms = backup->created_ms,
                                        .table_name = backup->table.name,
                                        .backup = backup->arn_name},
                                       [&]() -> Result<void> {
                                         if (context.catalog.find_backup(backup->arn_name)) return {};
                                         return fail(ErrorCode::BackupNotFoundException, "Backup not found: " + arn);
                                       }));
  return RestoreTableFromBackupResponse{std::move(description)};
}

// The name of the source, which the request gives in one of two ways.
template <class Request>
Result<std::string> source_name(const Context& context, const Request& request) {
  if (request.source_table_name) return *request.source_table_name;
  const std::string& text = *request.source_table_arn;
  if (!text.starts_with("arn:"))
    return invalid("One or more parameter values were invalid: ARNs must start with 'arn:': " + text);
  const auto arn = ops::parse_table_arn(text);
  if (!arn || !arn->index.empty()) return invalid("sourceTableArn is not a valid ARN");
  if (arn->account != context.account)
    return invalid("This action is only supported by accounts that match the resource owner\u2019s account.");
  if (arn->region != context.region)
    return invalid("Invalid Request: sseSpecificationOverride must be provided for cross-region restores");
  return std::string(arn->table);
}

std::string time_text(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

struct Moment {
  SequenceNumber number = 0;
  std::int64_t time_ms = 0;
};

// The moment that the request asks for. Errors: InvalidRestoreTimeException.
Result<Moment> wanted_moment(Context& context, const catalog::TableInfo& source,
                             const RestoreTableToPointInTimeRequest& request) {
  const RecoveryWindow window = recovery_window(context, source);
  const SequenceNumber since = source.recovery->since;
  if (!request.restore_date_time) {
    if (context.recovery_delay.count() > 0)
      return Moment{std::max(since, first_number_at(window.latest_s * 1000)), window.latest_s * 1000};
    SequenceNumbers::Ticket boundary(context.numbers);
    const SequenceNumber now = boundary.draw(source.history->id);
    return Moment{now, time_of(now)};
  }
  constexpr double kFurthest = 1e11;
  const auto seconds =
      static_cast<std::int64_t>(std::floor(std::clamp(*request.restore_date_time, -kFurthest, kFurthest)));
  if (seconds < window.earliest_s || seconds > window.latest_s)
    return fail(ErrorCode::InvalidRestoreTimeException,
                fmt::format("RestoreDateTime '{}' must be within EarliestRestorableDateTime '{}' and "
                            "LatestRestorableDateTime '{}'",
                            time_text(seconds), time_text(window.earliest_s), time_text(window.latest_s)));
  return Moment{std::max(since, first_number_at(seconds * 1000)), seconds * 1000};
}

// The source of a restore from its history. Errors: TableNotFoundException, PointInTimeRecoveryUnavailableException,
// ValidationException for an ARN of another account or region.
template <class Request>
Result<catalog::TablePtr> source_with_recovery(const Context& context, const Request& request) {
  PARTITA_TRY_VALUE(name, source_name(context, request));
  auto found = source_table(context, name);
  if (!found && request.source_table_arn) return fail(ErrorCode::TableNotFoundException, "Table not found");
  if (found && (!(*found)->recovery || !(*found)->history)) return recovery_is_off(name);
  return found;
}

// Begins to restore the source to the moment, into the table that the request describes.
template <class Request>
Result<TableDescription> restore_to(Context& context, const Request& request, const catalog::TableInfo& source,
                                    const Moment& moment) {
  PARTITA_TRY(check_target(context, *request.target_table_name));
  PARTITA_TRY_VALUE(target, restored_table(context, source, *request.target_table_name, overrides_of(request)));
  return begin(context, std::move(target),
               {.table = source.id,
                .history = source.history->id,
                .moment = moment.number,
                .time_ms = moment.time_ms,
                .table_name = source.name,
                .backup = {}},
               [&]() -> Result<void> {
                 const catalog::TablePtr now = context.catalog.find(source.id);
                 if (!now) return table_not_found(source.name);
                 // The recovery may have begun anew, or ended while a backup keeps the history.
                 if (now->history && now->history->id == source.history->id && now->recovery &&
                     now->recovery->since <= moment.number)
                   return {};
                 return recovery_is_off(source.name);
               });
}

Result<RestoreTableToPointInTimeResponse> restore_table_to_point_in_time_now(Context& context,
                                                                             RestoreTableToPointInTimeRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(source, source_with_recovery(context, request));
  PARTITA_TRY_VALUE(moment, wanted_moment(context, *source, request));
  PARTITA_TRY_VALUE(description, restore_to(context, request, *source, moment));
  return RestoreTableToPointInTimeResponse{std::move(description)};
}

// The number in the text, or that of its batch for a record of the table's stream. Errors: ValidationException;
// InvalidRestoreTimeException if the history lacks changes with that number, or if it was not drawn yet.
Result<SequenceNumber> number_in_window(Context& context, const catalog::TableInfo& source, const std::string& text) {
  const auto number = parse_sequence_number(text);
  if (!number) return invalid("One or more parameter values were invalid: Invalid SequenceNumber: " + text);
  const SequenceNumber first = recovery_window(context, source).first;
  SequenceNumbers::Ticket boundary(context.numbers);
  const SequenceNumber last = boundary.draw(source.history->id);
  if (*number >= first && *number <= last) {
    PARTITA_TRY_VALUE(batch, batch_of_record(context, source, *number));
    return batch.value_or(*number);
  }
  return fail(ErrorCode::InvalidRestoreTimeException,
              fmt::format("SequenceNumber '{}' must be within '{}' and '{}', which is now", text,
                          sequence_number_text(first), sequence_number_text(last)));
}

Result<RestoreTableToVersionResponse> restore_table_to_version_now(Context& context,
                                                                   RestoreTableToVersionRequest request) {
  PARTITA_TRY(ops::validate(request));
  std::optional<ops::PreparedMatch> match;
  if (request.before_item) {
    PARTITA_TRY_VALUE(prepared, ops::prepare(*request.before_item));
    match = std::move(prepared);
  }
  const auto snapshot = match ? context.store.snapshot() : nullptr;
  PARTITA_TRY_VALUE(source, source_with_recovery(context, request));
  const auto& after = request.after_sequence_number;
  PARTITA_TRY_VALUE(number, match
                                ? find_change(context, *source, *snapshot, *match)
                                : number_in_window(context, *source, after ? *after : *request.before_sequence_number));
  PARTITA_TRY_VALUE(description, restore_to(context, request, *source, {after ? number + 1 : number, time_of(number)}));
  return RestoreTableToVersionResponse{std::move(description), sequence_number_text(number)};
}

}  // namespace

void restore_table_from_backup(Context& context, RestoreTableFromBackupRequest request, MayWait may_wait,
                               Completion<RestoreTableFromBackupResponse> done) {
  on_executor(context, restore_table_from_backup_now, std::move(request), may_wait, std::move(done));
}

void restore_table_to_point_in_time(Context& context, RestoreTableToPointInTimeRequest request, MayWait may_wait,
                                    Completion<RestoreTableToPointInTimeResponse> done) {
  on_executor(context, restore_table_to_point_in_time_now, std::move(request), may_wait, std::move(done));
}

void restore_table_to_version(Context& context, RestoreTableToVersionRequest request, MayWait may_wait,
                              Completion<RestoreTableToVersionResponse> done) {
  on_executor(context, restore_table_to_version_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
