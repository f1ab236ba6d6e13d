#include "movement/reshaping/migration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "modelling/write/table_request.h"
#include "movement/copies/table_settings.h"
#include "movement/following/table_stream.h"
#include "movement/reshaping/reshaping_target.h"
#include "movement/tables/wait_until_active.h"
#include "transfer/tables/workers.h"

namespace partita::movement {
namespace {

using modelling::ProvenTable;

constexpr std::string_view kFirstMigrationLine = "partita migration 1\n";
constexpr std::string_view kForwardLine = "==== forward\n";
constexpr std::string_view kBackLine = "==== back\n";
constexpr std::int64_t kLevelLagMs = 1'000;
constexpr std::int64_t kRecoveryDays = 35;

// Takes changes without doing anything with them.
class DiscardedChanges final : public ChangeTaker {
 public:
  Result<void> apply(const std::vector<Record>&, const std::atomic<bool>&) override { return {}; }
};

// The states of the tables that are read: those that were stored, and new ones.
std::vector<MoveState> states_of(const Reshaping& reshaping, const std::string& prefix, std::vector<MoveState> stored) {
  std::vector<MoveState> out;
  for (const ProvenTable* table : reshaping.sources()) {
    const std::string name = stored_name(*table, prefix);
    const auto found = std::ranges::find(stored, name, &MoveState::source);
    out.push_back(found == stored.end() ? MoveState{.source = name, .target = "-"} : std::move(*found));
  }
  return out;
}

}  // namespace

std::string to_text(const MigrationState& state) {
  std::string out = fmt::format("{}phase {}\n", kFirstMigrationLine, name_of(state.phase));
  // A table without a place begins anew.
  for (const MoveState& table : state.tables)
    if (!table.place.arn.empty()) out += std::string(kForwardLine) + to_text(table);
  for (const MoveState& table : state.back)
    if (!table.place.arn.empty()) out += std::string(kBackLine) + to_text(table);
  return out;
}

Result<MigrationState> read_migration_state(std::string_view text) {
  const auto wrong = [] { return invalid("it is not the state of a migration"); };
  if (!text.starts_with(kFirstMigrationLine)) return wrong();
  text.remove_prefix(kFirstMigrationLine.size());
  MigrationState out;
  const std::size_t end = text.find('\n');
  bool is_known = false;
  for (const MovePhase phase : {MovePhase::Copying, MovePhase::Following, MovePhase::Back, MovePhase::Done})
    if (text.substr(0, end) == fmt::format("phase {}", name_of(phase))) {
      out.phase = phase;
      is_known = true;
    }
  if (!is_known) return wrong();
  text.remove_prefix(end + 1);
  while (!text.empty()) {
    const bool is_back = text.starts_with(kBackLine);
    if (!is_back && !text.starts_with(kForwardLine)) return wrong();
    text.remove_prefix(is_back ? kBackLine.size() : kForwardLine.size());
    const std::size_t next = std::min(text.find("==== "), text.size());
    PARTITA_TRY_VALUE(table, read_move_state(text.substr(0, next)));
    (is_back ? out.back : out.tables).push_back(std::move(table));
    text.remove_prefix(next);
  }
  return out;
}

Migration::Migration(Database& database, const Reshaping& forward, const Reshaping* back, MigrationSettings settings,
                     MigrationState state)
    : database_(database), forward_(forward), back_(back), settings_(std::move(settings)), state_(std::move(state)) {
  state_.tables = states_of(forward, settings_.prefix, std::move(state_.tables));
  if (back) state_.back = states_of(*back, settings_.prefix, std::move(state_.back));
  const std::size_t most = std::max(state_.tables.size(), state_.back.size());
  for (std::size_t i = 0; i < most; ++i) progress_.push_back(std::make_unique<FollowProgress>());
}

std::uint64_t Migration::changes() const {
  std::uint64_t out = 0;
  for (const auto& one : progress_) out += one->changes;
  return out;
}

std::int64_t Migration::lag_ms() const {
  const std::size_t count = reshaping().sources().size();
  std::int64_t out = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t lag = progress_[i]->lag_ms;
    if (lag < 0) return -1;
    out = std::max(out, lag);
  }
  return out;
}

Result<void> Migration::save() {
  const std::lock_guard lock(mutex_);
  const std::int64_t now = base::SystemClock().now_ms();
  for (std::vector<MoveState>* tables : {&state_.tables, &state_.back})
    for (MoveState& table : *tables) table.stored_ms = now;
  return settings_.save(state_);
}

// ---- the beginning

Result<void> Migration::begin_table(const ProvenTable& table, MoveState& state) {
  const std::string name = stored_name(table, settings_.prefix);
  PARTITA_TRY_VALUE(there, find_table(database_, name));
  if (!there) return invalid(fmt::format("the table {} of the earlier model is not there", name));
  const std::string id = there->table_id.value_or("");
  if (!state.source_id.empty() && state.source_id != id)
    return invalid(fmt::format("the table {} was made again since the migration began; --restart begins anew", name));
  state.source_id = id;
  PARTITA_TRY_VALUE(enabled, enable_stream(database_, name));
  state.enabled_source_stream = state.enabled_source_stream || enabled;
  PARTITA_TRY_VALUE(described, database_.describe_table({.table_name = name}));
  if (described.table.stream_specification->stream_view_type != StreamViewType::NewAndOldImages)
    return invalid(
        fmt::format("the stream of {} lacks images; disable it, or enable it with NEW_AND_OLD_IMAGES", name));
  if (!state.place.arn.empty()) return {};
  PARTITA_TRY_VALUE(place, newest_place(database_, name, settings_.follow.on_wait));
  state.place = std::move(place);
  state.segments.resize(static_cast<std::size_t>(settings_.segments));
  return {};
}

Result<void> Migration::create(const ProvenTable& table) {
  const std::string name = stored_name(table, settings_.prefix);
  PARTITA_TRY_VALUE(there, find_table(database_, name));
  if (there) return {};
  std::vector<std::string> notes;
  return create_table_like(database_, {.table = modelling::keys_request(*table.declared, *table.info, name)}, name,
                           notes);
}

Result<void> Migration::begin() {
  if (state_.phase != MovePhase::Copying) return {};
  PARTITA_TRY(check_tables());
  for (std::size_t i = 0; i < state_.tables.size(); ++i)
    PARTITA_TRY(begin_table(*forward_.sources()[i], state_.tables[i]));
  PARTITA_TRY(save());
  for (const ProvenTable* table : forward_.targets()) PARTITA_TRY(create(*table));
  return check_tables();
}

Result<ReshapedWrites*> Migration::writes() {
  if (writes_of_ != &reshaping()) {
    PARTITA_TRY_VALUE(made, ReshapedWrites::make(reshaping(), database_, settings_.prefix, settings_.apply));
    writes_ = std::move(made);
    writes_of_ = &reshaping();
  }
  return writes_.get();
}

Result<void> Migration::copy() {
  if (state_.phase != MovePhase::Copying) return {};
  PARTITA_TRY_VALUE(writes, this->writes());
  for (std::size_t i = 0; i < state_.tables.size(); ++i) {
    const ProvenTable& table = *forward_.sources()[i];
    ReshapingTarget target(database_, table, *writes);
    CopySettings settings = settings_.copy;
    settings.write_units = nullptr;  // the writers beneath have it
    settings.save = [this](const std::vector<CopySegment>&) { return save(); };
    const std::string name = stored_name(table, settings_.prefix);
    PARTITA_TRY(copy_items(database_, name, target, name, state_.tables[i].segments, settings, copy_progress_));
  }
  state_.phase = MovePhase::Following;
  return save();
}

// ---- changes

Result<void> Migration::follow_tables(const Reshaping& reshaping, std::vector<MoveState>& tables, Follower::Use use,
                                      const Follower::IsEnded& is_ended) {
  ReshapedWrites* writes = nullptr;
  if (use == Follower::Use::Apply) {
    PARTITA_TRY_VALUE(made, this->writes());
    writes = made;
  }
  std::atomic<bool> has_failed = false;
  const auto follow_one = [&](std::size_t i) -> Result<void> {
    MoveState& state = tables[i];
    PARTITA_TRY_VALUE(arn, stream_of(database_, state.source));
    if (arn != state.place.arn)
      return fail(
          ErrorCode::ResourceNotFoundException,
          fmt::format("the stream of the table {} was disabled and enabled again, so changes are missing in it; "
                      "begin anew with --restart",
                      state.source));
    // The follower moves a place of its own, because others are stored at the same time.
    StreamPlace place = state.place;
    const std::uint64_t before = state.changes - progress_[i]->changes;
    FollowSettings settings = settings_.follow;
    settings.save = [&](const StreamPlace& reached) -> Result<void> {
      {
        const std::lock_guard lock(mutex_);
        state.place = reached;
        state.changes = before + progress_[i]->changes;
        state.lag_ms = progress_[i]->lag_ms;
      }
      return use == Follower::Use::Apply ? save() : Result<void>();
    };
    std::unique_ptr<ChangeTaker> taker = std::make_unique<DiscardedChanges>();
    if (writes)
      taker = std::make_unique<ReshapedChanges>(*reshaping.sources()[i], *writes, settings_.apply.lanes,
                                                settings_.on_fault);
    Follower follower(database_, *taker, place, std::move(settings), *progress_[i]);
    return follower.run(use, [&](std::chrono::milliseconds quiet) { return has_failed || is_ended(quiet); });
  };
  return transfer::run_workers(static_cast<int>(tables.size()), [&](int number, const std::atomic<bool>&) {
    auto done = follow_one(static_cast<std::size_t>(number));
    if (!done) has_failed = true;
    return done;
  });
}

Result<void> Migration::follow(const Follower::IsEnded& is_ended) {
  return follow_tables(reshaping(), followed(), Follower::Use::Apply, is_ended);
}

// Each table is followed until it is quiet, because a change of one table may come while others are quiet already.
Result<bool> Migration::follow_to_tip() {
  const auto end = std::chrono::steady_clock::now() + settings_.most_wait;
  std::atomic<std::size_t> quiet_tables = 0;
  PARTITA_TRY(follow([&](std::chrono::milliseconds quiet) {
    const bool is_quiet = quiet >= settings_.quiet;
    if (is_quiet) ++quiet_tables;
    return is_quiet || std::chrono::steady_clock::now() > end;
  }));
  return quiet_tables == followed().size();
}

Result<void> Migration::come_level() {
  if (back_) {
    const Reshaping& other = state_.phase == MovePhase::Back ? forward_ : *back_;
    std::vector<MoveState>& states = state_.phase == MovePhase::Back ? state_.tables : state_.back;
    for (std::size_t i = 0; i < states.size(); ++i) {
      PARTITA_TRY_VALUE(was_off, enable_stream(database_, stored_name(*other.sources()[i], settings_.prefix)));
      states[i].enabled_source_stream = states[i].enabled_source_stream || was_off;
      if (!states[i].place.arn.empty()) continue;
      PARTITA_TRY_VALUE(place, newest_place(database_, states[i].source, settings_.follow.on_wait));
      states[i].place = std::move(place);
    }
    PARTITA_TRY(save());
  }
  return follow([this](std::chrono::milliseconds) { return lag_ms() >= 0 && lag_ms() < kLevelLagMs; });
}

ReshapedCompareSettings Migration::compare_settings() const {
  return {.prefix = settings_.prefix, .segments = settings_.segments, .read_units = settings_.copy.read_units};
}

Result<ReshapedComparison> Migration::compare() {
  PARTITA_TRY_VALUE(writes, this->writes());
  return compare_reshaped(reshaping(), *writes, database_, compare_settings());
}

Result<std::optional<ReshapedComparison>> Migration::check_level() {
  PARTITA_TRY_VALUE(is_quiet, follow_to_tip());
  if (!is_quiet) return std::optional<ReshapedComparison>();
  changes_before_comparison_ = changes();
  PARTITA_TRY_VALUE(found, compare());
  return std::optional(std::move(found));
}

Result<void> Migration::repair(const ReshapedComparison& found) {
  PARTITA_TRY_VALUE(writes, this->writes());
  return repair_reshaped(reshaping(), *writes, database_, compare_settings(), found);
}

Result<std::uint64_t> Migration::late_changes() {
  PARTITA_TRY(follow_to_tip());
  return changes() - changes_before_comparison_;
}

// The changes that these streams have so far are those that the migration made.
Result<void> Migration::find_way_back() {
  way_back_.clear();
  if (!back_) return {};
  const bool is_back = state_.phase == MovePhase::Back;
  const Reshaping& other = is_back ? forward_ : *back_;
  way_back_ = is_back ? state_.tables : state_.back;
  for (std::size_t i = 0; i < way_back_.size(); ++i) {
    const std::string name = stored_name(*other.sources()[i], settings_.prefix);
    PARTITA_TRY_VALUE(there, database_.describe_table({.table_name = name}));
    way_back_[i].source_id = there.table.table_id.value_or("");
    PARTITA_TRY_VALUE(place, newest_place(database_, name, settings_.follow.on_wait));
    way_back_[i].place = std::move(place);
  }
  const std::uint64_t before = changes();
  PARTITA_TRY(follow_tables(other, way_back_, Follower::Use::Discard,
                            [this](std::chrono::milliseconds quiet) { return quiet >= settings_.quiet; }));
  changes_before_comparison_ += changes() - before;
  return {};
}

Result<void> Migration::reverse() {
  if (!back_) {
    state_.phase = MovePhase::Done;
    return save();
  }
  const bool is_back = state_.phase == MovePhase::Back;
  (is_back ? state_.tables : state_.back) = std::move(way_back_);
  state_.phase = is_back ? MovePhase::Following : MovePhase::Back;
  for (const auto& one : progress_) one->lag_ms = -1;
  return save();
}

Result<void> Migration::check_tables() {
  for (const ProvenTable* table : forward_.targets()) {
    const std::string name = stored_name(*table, settings_.prefix);
    PARTITA_TRY_VALUE(there, find_table(database_, name));
    if (!there) continue;
    const auto found = differences(modelling::keys_request(*table->declared, *table->info, name), *there);
    if (!found.empty())
      return invalid(fmt::format("the table {} is not that of the later model: {}", name, fmt::join(found, "; ")));
  }
  return {};
}

Result<void> Migration::set_settings_of_tables(std::vector<std::string>& notes) {
  for (const ProvenTable* table : forward_.targets()) {
    TableSettings settings;
    PARTITA_TRY_VALUE(attribute, modelling::ttl_attribute(*table->declared));
    settings.expiry_attribute = std::move(attribute);
    if (table->declared->stream)
      settings.stream = StreamSpecification{.stream_enabled = true, .stream_view_type = table->declared->stream};
    if (table->declared->point_in_time_recovery) settings.recovery_days = kRecoveryDays;
    settings.tags = table->declared->tags;
    settings.is_protected = table->declared->deletion_protection;
    PARTITA_TRY(set_settings(database_, settings, stored_name(*table, settings_.prefix), notes));
  }
  return {};
}

Result<void> Migration::finish() {
  const auto has_stream = [&](const std::string& name) {
    return std::ranges::any_of(forward_.targets(), [&](const ProvenTable* table) {
      return stored_name(*table, settings_.prefix) == name && table->declared->stream;
    });
  };
  for (std::vector<MoveState>* states : {&state_.tables, &state_.back})
    for (MoveState& table : *states) {
      if (table.enabled_source_stream && !has_stream(table.source))
        PARTITA_TRY(disable_stream(database_, table.source));
      table.enabled_source_stream = false;
    }
  return save();
}

}  // namespace partita::movement
