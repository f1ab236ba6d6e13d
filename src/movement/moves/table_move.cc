#include "movement/moves/table_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "movement/following/table_stream.h"
#include "movement/tables/time_to_live.h"
#include "movement/tables/wait_until_active.h"
#include "transfer/tables/patience.h"

namespace partita::movement {
namespace {

constexpr std::int64_t kLevelMs = 1'000;

// Adds the help to an error that another attempt would meet again.
unexpected<Error> refused_stream(Error error, std::string_view help) {
  if (!transfer::may_succeed_later(error)) error.message += fmt::format("; {}", help);
  return unexpected(std::move(error));
}

double now_seconds() { return static_cast<double>(base::SystemClock().now_ms()) / 1000; }

}  // namespace

TableMove::TableMove(Database& source, Database& target, MoveSettings settings, MoveState state)
    : source_(source), target_(target), settings_(std::move(settings)), state_(std::move(state)) {}

TableMove::End TableMove::written() const {
  if (state_.phase == MovePhase::Back) return {target_, settings_.target_table};
  return {source_, settings_.source_table};
}

TableMove::End TableMove::following() const {
  if (state_.phase == MovePhase::Back) return {source_, settings_.source_table};
  return {target_, settings_.target_table};
}

Result<void> TableMove::save() {
  state_.stored_ms = base::SystemClock().now_ms();
  state_.lag_ms = follow_progress_.lag_ms;
  return settings_.save(state_);
}

Result<void> TableMove::begin_place() {
  auto enabled = enable_stream(source_, settings_.source_table);
  if (!enabled) return refused_stream(std::move(enabled.error()), "a move needs it, and `partita copy` does not");
  state_.enabled_source_stream = state_.enabled_source_stream || *enabled;
  PARTITA_TRY_VALUE(described, source_.describe_table({.table_name = settings_.source_table}));
  state_.source_id = described.table.table_id.value_or("");
  PARTITA_TRY_VALUE(place, newest_place(source_, settings_.source_table));
  state_.place = std::move(place);
  state_.segments.resize(static_cast<std::size_t>(settings_.segments));
  return save();
}

Result<void> TableMove::begin() {
  if (state_.phase != MovePhase::Copying) return {};
  if (state_.place.arn.empty()) PARTITA_TRY(begin_place());
  PARTITA_TRY_VALUE(there, find_table(target_, settings_.target_table));
  if (there) return {};
  // Items that were copied before the table went are gone with it.
  std::ranges::fill(state_.segments, CopySegment{});
  PARTITA_TRY_VALUE(settings, read_settings(source_, settings_.source_table, notes_));
  notes_.clear();  // copy() reads them again
  return create_table_like(target_, settings, settings_.target_table, notes_);
}

Result<void> TableMove::copy() {
  if (state_.phase != MovePhase::Copying) return {};
  CopySettings settings = settings_.copy;
  // copy_items() gives back state_.segments itself.
  settings.save = [this](const std::vector<CopySegment>&) { return save(); };
  PARTITA_TRY(copy_items(source_, settings_.source_table, target_, settings_.target_table, state_.segments, settings,
                         copy_progress_));
  PARTITA_TRY_VALUE(read, read_settings(source_, settings_.source_table, notes_));
  if (state_.enabled_source_stream) read.stream.reset();
  // Items must not expire at the target before the source has deleted them.
  read.expiry_attribute.clear();
  PARTITA_TRY(set_settings(target_, read, settings_.target_table, notes_));
  state_.phase = MovePhase::Following;
  return save();
}

Result<void> TableMove::run_follower(const Follower::IsEnded& is_ended) {
  const End from = written(), to = following();
  PARTITA_TRY_VALUE(table, transfer::describe(from.database, from.table));
  FollowSettings settings = settings_.follow;
  const std::uint64_t before = state_.changes - follow_progress_.changes;
  settings.save = [&](const StreamPlace&) {
    state_.changes = before + follow_progress_.changes;
    return save();
  };
  ChangeApplier applier(from.database, std::move(table), to.database, to.table, settings_.apply);
  Follower follower(from.database, applier, state_.place, std::move(settings), follow_progress_);
  return follower.run(Follower::Use::Apply, is_ended);
}

Result<void> TableMove::follow(const Follower::IsEnded& is_ended) {
  PARTITA_TRY_VALUE(arn, stream_of(written().database, written().table));
  if (arn != state_.place.arn)
    return fail(
        ErrorCode::ResourceNotFoundException,
        fmt::format("the stream of the table {} was disabled and enabled again, so changes are missing in it; begin "
                    "anew with --restart",
                    written().table));
  return run_follower(is_ended);
}

Result<bool> TableMove::follow_to_tip() {
  const auto end = std::chrono::steady_clock::now() + settings_.most_wait;
  bool is_quiet = false;
  PARTITA_TRY(follow([&](std::chrono::milliseconds quiet) {
    is_quiet = quiet >= settings_.quiet;
    return is_quiet || std::chrono::steady_clock::now() > end;
  }));
  return is_quiet;
}

Result<void> TableMove::come_level() {
  if (settings_.keeps_way_back) {
    auto was_off = enable_stream(following().database, following().table);
    if (!was_off) return refused_stream(std::move(was_off.error()), "--no-way-back cuts over without it");
    if (*was_off)
      (state_.phase == MovePhase::Back ? state_.enabled_source_stream : state_.enabled_target_stream) = true;
    PARTITA_TRY(save());
  }
  return follow(
      [this](std::chrono::milliseconds) { return follow_progress_.lag_ms >= 0 && follow_progress_.lag_ms < kLevelMs; });
}

Result<std::string> TableMove::expiry_of(End end) {
  auto found = expiry_attribute(end.database, end.table);
  if (!found && found.error().code == ErrorCode::UnknownOperationException) return std::string();
  return found;
}

Result<Level> TableMove::check_level(const OnDifference& on_difference) {
  PARTITA_TRY_VALUE(is_quiet, follow_to_tip());
  if (!is_quiet) return Level{.is_quiet = false};
  changes_before_comparison_ = follow_progress_.changes;
  PARTITA_TRY_VALUE(source, transfer::describe(source_, settings_.source_table));
  PARTITA_TRY_VALUE(target, transfer::describe(target_, settings_.target_table));
  PARTITA_TRY_VALUE(expiry, expiry_of(written()));
  const auto is_expired = [&expiry](const Difference& difference) {
    if (expiry.empty() || (difference.first && difference.second)) return false;
    const auto time = (difference.first ? difference.first : difference.second)->get(expiry);
    return time && time->type() == AttributeType::N && std::strtod(time->n().c_str(), nullptr) <= now_seconds();
  };
  // Eventually consistent reads could show both tables as they were before a late write.
  const transfer::ScanSettings scan{.segments = settings_.segments,
                                    .consistency = transfer::ReadConsistency::Consistent,
                                    .pace = settings_.copy.read_units};
  CompareProgress progress;
  PARTITA_TRY_VALUE(
      comparison,
      compare({.database = source_, .table = std::move(source), .scan = scan},
              {.database = target_, .table = std::move(target), .scan = scan},
              {.settle = settings_.settle, .ignores = is_expired, .on_difference = on_difference}, progress));
  return Level{.comparison = comparison};
}

Result<void> TableMove::repair(const Difference& difference) {
  const auto& wanted = state_.phase == MovePhase::Back ? difference.second : difference.first;
  const End end = following();
  if (wanted) {
    PARTITA_TRY(end.database.put_item({.table_name = end.table, .item = wanted->to_map()}));
  } else {
    PARTITA_TRY(end.database.delete_item({.table_name = end.table, .key = difference.key.to_map()}));
  }
  return {};
}

Result<std::uint64_t> TableMove::late_changes() {
  PARTITA_TRY(follow_to_tip());
  return follow_progress_.changes - changes_before_comparison_;
}

// The changes that the stream has so far are those that this move made.
Result<void> TableMove::find_way_back() {
  way_back_ = {};
  if (!settings_.keeps_way_back) return {};
  const End from = following(), to = written();
  PARTITA_TRY_VALUE(table, transfer::describe(from.database, from.table));
  PARTITA_TRY_VALUE(place, newest_place(from.database, from.table, settings_.follow.on_wait));
  way_back_ = std::move(place);
  FollowSettings settings = settings_.follow;
  settings.save = [](const StreamPlace&) { return Result<void>(); };
  FollowProgress progress;
  ChangeApplier applier(from.database, std::move(table), to.database, to.table, settings_.apply);
  Follower follower(from.database, applier, way_back_, std::move(settings), progress);
  return follower.run(Follower::Use::Discard,
                      [this](std::chrono::milliseconds quiet) { return quiet >= settings_.quiet; });
}

Result<void> TableMove::reverse() {
  const End home = following();
  if (auto expiry = expiry_of(written()); expiry && !expiry->empty()) {
    auto there = expiry_of(home);
    if (there && there->empty()) {
      const auto enabled = home.database.update_time_to_live(
          {.table_name = home.table,
           .time_to_live_specification = TimeToLiveSpecification{.enabled = true, .attribute_name = *expiry}});
      if (!enabled) notes_.push_back(note_of("the time to live is", enabled.error()));
    }
  }
  if (!settings_.keeps_way_back) {
    state_.phase = MovePhase::Done;
    return save();
  }
  state_.place = std::move(way_back_);
  state_.phase = state_.phase == MovePhase::Back ? MovePhase::Following : MovePhase::Back;
  return save();
}

Result<void> TableMove::finish() {
  if (state_.enabled_source_stream) PARTITA_TRY(disable_stream(source_, settings_.source_table));
  state_.enabled_source_stream = false;
  if (state_.enabled_target_stream) PARTITA_TRY(disable_stream(target_, settings_.target_table));
  state_.enabled_target_stream = false;
  return save();
}

}  // namespace partita::movement
