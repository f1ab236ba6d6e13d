// CreateBackup, DescribeBackup, ListBackups and DeleteBackup.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/random.h"
#include "base/text.h"
#include "base/try.h"
#include "engine/backups/backup_description.h"
#include "engine/backups/find_source.h"
#include "engine/backups/keep_history.h"
#include "engine/find_table.h"
#include "engine/jobs/jobs.h"
#include "engine/last_backup.h"
#include "engine/operations.h"
#include "engine/table_facts.h"
#include "engine/threads/on_executor.h"
#include "ops/rules/backup_arn.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

std::string new_arn_name(const Context& context, std::int64_t created_ms) {
  for (;;) {
    std::string name = backup_arn_name(created_ms, base::hex(base::random_bytes(4)));
    if (!context.catalog.find_backup(name)) return name;
  }
}

// ---- CreateBackup

Result<CreateBackupResponse> create_backup_now(Context& context, CreateBackupRequest request) {
  PARTITA_TRY_VALUE(table, table_to_back_up(context, request, "CreateBackup"));
  catalog::BackupInfo backup;
  backup.name = *request.backup_name;
  backup.created_ms = context.clock.now_ms();
  backup.arn_name = new_arn_name(context, backup.created_ms);
  for (;;) {
    PARTITA_TRY_VALUE(recorded, keep_history(context, *table));
    {
      SequenceNumbers::Ticket boundary(context.numbers);
      backup.moment = boundary.draw(recorded->history->id);
    }
    wait_until_settled(context, backup.moment);
    PARTITA_TRY_VALUE(counted, sums_of(context, *recorded, keys::kBaseTable));
    backup.item_count = counted.first;
    backup.size_bytes = counted.second;
    backup.table.id = recorded->id;
    auto added = context.catalog.add_backup(backup);
    if (added) {
      CreateBackupResponse response{.backup_details = backup_details(context, **added)};
      response.backup_details.backup_status = BackupStatus::Creating;
      return response;
    }
    // The history may have ended meanwhile, because it was not needed yet.
    if (added.error().code != ErrorCode::ResourceNotFoundException) return unexpected(std::move(added.error()));
    if (!context.catalog.find(recorded->id)) return table_not_found(table->name);
  }
}

// ---- DescribeBackup

Result<DescribeBackupResponse> describe_backup_now(const Context& context, const DescribeBackupRequest& request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(backup, find_backup(context, *request.backup_arn));
  return DescribeBackupResponse{backup_description(context, *backup)};
}

// ---- ListBackups

constexpr double kFurthestSeconds = 1e12;

bool is_listed(const catalog::BackupInfo& backup, const ListBackupsRequest& request) {
  const auto ms = [](double seconds) {
    return std::llround(std::clamp(seconds, -kFurthestSeconds, kFurthestSeconds) * 1000);
  };
  if (request.table_name && backup.table.name != ops::table_name_of(*request.table_name)) return false;
  if (request.time_range_lower_bound && backup.created_ms < ms(*request.time_range_lower_bound)) return false;
  if (request.time_range_upper_bound && backup.created_ms >= ms(*request.time_range_upper_bound)) return false;
  switch (request.backup_type ? request.backup_type->value() : BackupTypeFilter::User) {
    case BackupTypeFilter::User:
      return backup.type == BackupType::User;
    case BackupTypeFilter::System:
      return backup.type == BackupType::System;
    case BackupTypeFilter::AwsBackup:
      return false;
    case BackupTypeFilter::All:
      return true;
  }
  return false;
}

Result<ListBackupsResponse> list_backups_now(Context& context, ListBackupsRequest request) {
  PARTITA_TRY(ops::validate(request));
  if (request.table_name) PARTITA_TRY(check_arn(context, *request.table_name, "ListBackups"));
  std::string after;
  if (request.exclusive_start_backup_arn) {
    PARTITA_TRY_VALUE(start, ops::read_backup_arn(*request.exclusive_start_backup_arn, context.account));
    if (start.region != context.region)
      return invalid("Invalid Request: The supplied ExclusiveStartBackupArn does not match the region");
    after = start.id;
  }
  // The names begin with the time, so their order is that of the times.
  std::vector<catalog::BackupPtr> all = context.catalog.backups();
  std::erase_if(all, [&](const catalog::BackupPtr& backup) {
    return backup->arn_name <= after || has_expired(context, *backup) || !is_listed(*backup, request);
  });
  std::ranges::sort(all, {}, [](const catalog::BackupPtr& backup) { return backup->arn_name; });
  const auto most = static_cast<std::size_t>(request.limit.value_or(limits::kListedBackups));
  ListBackupsResponse response;
  for (const catalog::BackupPtr& backup : all) {
    if (response.backup_summaries.size() == most) {
      response.last_evaluated_backup_arn = response.backup_summaries.back().backup_arn;
      break;
    }
    response.backup_summaries.push_back(backup_summary(context, *backup));
  }
  return response;
}

// ---- DeleteBackup

Result<DeleteBackupResponse> delete_backup_now(Context& context, DeleteBackupRequest request) {
  PARTITA_TRY(ops::validate(request));
  const std::string& arn = *request.backup_arn;
  PARTITA_TRY_VALUE(backup, find_backup(context, arn));
  if (backup->type == BackupType::System)
    return invalid(
        fmt::format("Invalid Request: User is not allowed to delete the system backup with arn {}. It will "
                    "automatically expire on {:%Y-%m-%dT%H:%M:%SZ}",
                    arn, fmt::gmtime(static_cast<std::time_t>(backup->expires_ms / 1000))));
  auto removed = context.catalog.remove_backup(backup->id, [&]() -> Result<void> {
    for (const catalog::TablePtr& table : context.catalog.tables())
      if (table->restore && table->restore->backup == backup->arn_name)
        return fail(ErrorCode::BackupInUseException, "Backup is being used to restore table: " + arn);
    return {};
  });
  if (!removed && removed.error().code == ErrorCode::BackupNotFoundException)
    return fail(ErrorCode::BackupNotFoundException, "Backup not found: " + arn);
  if (!removed) return unexpected(std::move(removed.error()));
  context.jobs.wake();
  DeleteBackupResponse response{backup_description(context, *backup)};
  response.backup_description.backup_details->backup_status = BackupStatus::Deleted;
  return response;
}

}  // namespace

void create_backup(Context& context, CreateBackupRequest request, MayWait may_wait,
                   Completion<CreateBackupResponse> done) {
  on_executor(context, create_backup_now, std::move(request), may_wait, std::move(done));
}

void describe_backup(Context& context, DescribeBackupRequest request, MayWait,
                     Completion<DescribeBackupResponse> done) {
  done(describe_backup_now(context, request));
}

// There may be thousands of backups, so an event loop does not go through them.
void list_backups(Context& context, ListBackupsRequest request, MayWait may_wait,
                  Completion<ListBackupsResponse> done) {
  on_executor(context, list_backups_now, std::move(request), may_wait, std::move(done));
}

void delete_backup(Context& context, DeleteBackupRequest request, MayWait may_wait,
                   Completion<DeleteBackupResponse> done) {
  on_executor(context, delete_backup_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
