// Migration: fills the tables of a later model with the items of an earlier one's, while programs write those.
//
// The steps are those of TableMove (moves/table_move.h), for all tables at once: an item of the later model may follow
// from an item of any table of the earlier one.
#pragma once

#include <partita/database.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "movement/copies/copy_items.h"
#include "movement/following/follower.h"
#include "movement/moves/move_state.h"
#include "movement/reshaping/reshaped_comparison.h"

namespace partita::movement {

struct MigrationState {
  MovePhase phase = MovePhase::Copying;
  // Of each source of the forward direction, and after a cut-over of each source of the way back.
  std::vector<MoveState> tables = {};
  std::vector<MoveState> back = {};
};
std::string to_text(const MigrationState& state);
// Errors: ValidationException if the text is not one of to_text().
Result<MigrationState> read_migration_state(std::string_view text);

struct MigrationSettings {
  std::string prefix = {};  // of the names of tables
  int segments = 8;
  CopySettings copy = {};      // without `save`
  FollowSettings follow = {};  // without `save`
  ApplySettings apply = {};
  std::chrono::milliseconds quiet{2'000};
  std::chrono::milliseconds most_wait{60'000};
  // Takes the reason for which an item that programs wrote has no successor.
  std::function<void(const std::string&)> on_fault = [](const std::string&) {};
  // Stores the state. It is called on one thread at a time. Its error ends the step.
  std::function<Result<void>(const MigrationState&)> save = [](const MigrationState&) { return Result<void>(); };
};

class Migration {
 public:
  // `back` derives the items of the earlier model from those of the later one, or is nullptr without a way back. All
  // must outlive the migration. `state` is a new or a stored one.
  Migration(Database& database, const Reshaping& forward, const Reshaping* back, MigrationSettings settings,
            MigrationState state);

  const MigrationState& state() const { return state_; }
  const CopyProgress& copy_progress() const { return copy_progress_; }
  // The changes that were followed, and how old the last ones of the table that is furthest behind were.
  std::uint64_t changes() const;
  std::int64_t lag_ms() const;

  // Enables the streams of the sources, notes their places, and creates the missing tables of the later model. Errors:
  // those of the operations; ValidationException if a stream lacks one of the images, or if a source is another table
  // than the one that the state names.
  Result<void> begin();
  // Makes the items that follow from those that are there. Errors: those of copy_items().
  Result<void> copy();
  // Follows the streams until `is_ended` returns true, which is asked by several threads. Errors: those of
  // Follower::run().
  Result<void> follow(const Follower::IsEnded& is_ended);
  // Follows until the other tables are less than a second behind, and enables the streams for the way back.
  Result<void> come_level();
  // To be called when the programs are stopped: follows the last changes, and compares. Returns nullopt if changes
  // still come. Errors: as follow() and compare_reshaped().
  Result<std::optional<ReshapedComparison>> check_level();
  Result<void> repair(const ReshapedComparison& found);
  // Follows until no change comes, and returns the changes since check_level() began to compare.
  Result<std::uint64_t> late_changes();
  // Reads the streams of the way back to their ends.
  Result<void> find_way_back();
  // Now programs may write the other tables. Requires: check_level() found no difference, and find_way_back()
  // succeeded.
  Result<void> reverse();
  // Disables the streams that the migration enabled, but those that the later model has.
  Result<void> finish();
  // Whether the tables of the later model that are there have its keys and indexes. Errors: ValidationException if not.
  Result<void> check_tables();
  // Gives the tables of the later model its time to live, stream, tags, recovery and protection, as far as they lack
  // them. Settings that the database refuses add a line to `notes`. Errors: those of DescribeTable.
  Result<void> set_settings_of_tables(std::vector<std::string>& notes);

  // Compares as check_level() does, without following.
  Result<ReshapedComparison> compare();

 private:
  const Reshaping& reshaping() const { return state_.phase == MovePhase::Back ? *back_ : forward_; }
  std::vector<MoveState>& followed() { return state_.phase == MovePhase::Back ? state_.back : state_.tables; }
  Result<void> begin_table(const modelling::ProvenTable& table, MoveState& state);
  Result<void> create(const modelling::ProvenTable& table);
  Result<ReshapedWrites*> writes();
  Result<void> follow_tables(const Reshaping& reshaping, std::vector<MoveState>& tables, Follower::Use use,
                             const Follower::IsEnded& is_ended);
  Result<bool> follow_to_tip();
  Result<void> save();
  ReshapedCompareSettings compare_settings() const;

  Database& database_;
  const Reshaping& forward_;
  const Reshaping* const back_;
  const MigrationSettings settings_;
  mutable std::mutex mutex_;
  MigrationState state_;  // changed with mutex_ held while tables are followed
  CopyProgress copy_progress_;
  std::vector<std::unique_ptr<FollowProgress>> progress_;
  std::unique_ptr<ReshapedWrites> writes_;
  const Reshaping* writes_of_ = nullptr;
  std::uint64_t changes_before_comparison_ = 0;
  std::vector<MoveState> way_back_;
};

}  // namespace partita::movement
