// UpdateContinuousBackups and DescribeContinuousBackups.
#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"
#include "engine/backups/find_source.h"
#include "engine/backups/keep_history.h"
#include "engine/backups/recovery_window.h"
#include "engine/history/entry.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/threads/on_executor.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

ContinuousBackupsDescription continuous_backups(const Context& context, const catalog::TableInfo& table) {
  PointInTimeRecoveryDescription recovery{.point_in_time_recovery_status = PointInTimeRecoveryStatus::Disabled};
  if (table.recovery) {
    const RecoveryWindow window = recovery_window(context, table);
    recovery = {.point_in_time_recovery_status = PointInTimeRecoveryStatus::Enabled,
                .recovery_period_in_days = table.recovery->period_days,
                .earliest_restorable_date_time = static_cast<double>(window.earliest_s),
                .latest_restorable_date_time = static_cast<double>(window.latest_s)};
  }
  return {.continuous_backups_status = ContinuousBackupsStatus::Enabled,
          .point_in_time_recovery_description = recovery};
}

// The changes before the period may be erased already, so a longer period does not bring them back.
void keep_window(catalog::Recovery& recovery, std::int64_t now_ms) {
  recovery.enabled_ms = std::max(recovery.enabled_ms, now_ms - recovery.period_days * kDayMs);
  recovery.since = std::max(recovery.since, first_number_at(recovery.enabled_ms));
}

Result<catalog::TablePtr> enable(Context& context, const catalog::TableInfo& table, std::int64_t days) {
  for (;;) {
    PARTITA_TRY_VALUE(recorded, keep_history(context, table));
    bool has_ended = false;
    SequenceNumbers::Ticket boundary(context.numbers);
    const SequenceNumber since = boundary.draw(recorded->history->id);
    PARTITA_TRY_VALUE(changed, context.catalog.update(table.id, [&](catalog::TableInfo& now) -> Result<void> {
      // The history may have ended meanwhile, because it was not needed yet.
      has_ended = !now.history || now.history->id != recorded->history->id;
      if (has_ended) return {};
      if (now.recovery)
        keep_window(*now.recovery, time_of(since));
      else
        now.recovery.emplace(catalog::Recovery{.enabled_ms = time_of(since), .since = since});
      now.recovery->period_days = days;
      return {};
    }));
    if (!has_ended) return changed;
  }
}

Result<UpdateContinuousBackupsResponse> update_continuous_backups_now(Context& context,
                                                                      UpdateContinuousBackupsRequest request) {
  PARTITA_TRY_VALUE(table, table_to_back_up(context, request, "UpdateContinuousBackups"));
  const PointInTimeRecoverySpecification& wanted = *request.point_in_time_recovery_specification;
  const auto changed = *wanted.point_in_time_recovery_enabled
                           ? enable(context, *table, wanted.recovery_period_in_days.value_or(limits::kRecoveryDays))
                           : context.catalog.update(table->id, [](catalog::TableInfo& now) -> Result<void> {
                               now.recovery.reset();
                               return {};
                             });
  if (!changed && changed.error().code == ErrorCode::ResourceNotFoundException) return table_not_found(table->name);
  if (!changed) return unexpected(changed.error());
  context.jobs.wake();
  return UpdateContinuousBackupsResponse{continuous_backups(context, **changed)};
}

Result<DescribeContinuousBackupsResponse> describe_continuous_backups_now(
    const Context& context, const DescribeContinuousBackupsRequest& request) {
  PARTITA_TRY_VALUE(table, table_to_back_up(context, request, "DescribeContinuousBackups"));
  return DescribeContinuousBackupsResponse{continuous_backups(context, *table)};
}

}  // namespace

RecoveryWindow recovery_window(const Context& context, const catalog::TableInfo& table) {
  const catalog::Recovery& recovery = *table.recovery;
  const std::int64_t now_ms = time_of(context.numbers.settled_below());
  const std::int64_t kept_ms = std::max(recovery.enabled_ms, now_ms - recovery.period_days * kDayMs);
  RecoveryWindow window;
  window.earliest_s = (kept_ms + 999) / 1000;
  window.latest_s = std::max(window.earliest_s, (now_ms - context.recovery_delay.count()) / 1000);
  window.kept_ms = kept_ms;
  window.first = std::max(recovery.since, first_number_at(kept_ms));
  return window;
}

unexpected<Error> recovery_is_off(std::string_view name) {
  return fail(ErrorCode::PointInTimeRecoveryUnavailableException,
              fmt::format("Point in time recovery is not enabled for table '{}'", name));
}

void update_continuous_backups(Context& context, UpdateContinuousBackupsRequest request, MayWait may_wait,
                               Completion<UpdateContinuousBackupsResponse> done) {
  on_executor(context, update_continuous_backups_now, std::move(request), may_wait, std::move(done));
}

void describe_continuous_backups(Context& context, DescribeContinuousBackupsRequest request, MayWait,
                                 Completion<DescribeContinuousBackupsResponse> done) {
  done(describe_continuous_backups_now(context, request));
}

}  // namespace partita::engine
