// TableMove: moves a table to another database while programs go on writing it.
//
//   TableMove move(...);
//   move.begin();         streams and the table of the target are there
//   move.copy();          the items that are there
//   move.follow(...);     the changes since the beginning, in their order for each item, until the target is level
//   move.come_level();    now the writers are stopped
//   move.check_level();   the rest is followed, and both tables are compared
//   move.late_changes();  no writer was missed
//   move.find_way_back(); the place in the target's stream at which the way back begins
//   move.reverse();       now programs may write the target
//   move.follow(...);     now the source follows the target, so that the way back stays open
//   move.finish();
//
// Each step stores how far it has come. After an error, or if the process was killed, a TableMove with the stored state
// goes on: steps that are done return at once.
#pragma once

#include <partita/database.h>

#include <functional>
#include <string>
#include <vector>

#include "movement/comparison/compare.h"
#include "movement/copies/copy_items.h"
#include "movement/copies/table_settings.h"
#include "movement/following/follower.h"
#include "movement/moves/move_state.h"

namespace partita::movement {

struct MoveSettings {
  std::string source_table = {};
  std::string target_table = {};
  int segments = 8;
  CopySettings copy = {};      // without `save`
  FollowSettings follow = {};  // without `save`
  ApplySettings apply = {};
  // Whether the source follows the target after the cut-over. It needs a stream of the target.
  bool keeps_way_back = true;
  // For how long no change may have come before the writers count as stopped.
  std::chrono::milliseconds quiet{2'000};
  // For how long the writers may take to stop.
  std::chrono::milliseconds most_wait{60'000};
  // For how long items that differ are read again.
  std::chrono::milliseconds settle{2'000};
  // Stores the state. Its error ends the step.
  std::function<Result<void>(const MoveState&)> save = [](const MoveState&) { return Result<void>(); };
};

// Whether the tables are equal and no program writes.
struct Level {
  bool is_quiet =
      true;  // otherwise changes came for longer than MoveSettings::most_wait, and the tables were not compared
  Comparison comparison = {};
  bool is_reached() const { return is_quiet && comparison.different() == 0; }
};

class TableMove {
 public:
  // The databases must outlive the move. `state` is a new one with the names of the tables, or a stored one.
  TableMove(Database& source, Database& target, MoveSettings settings, MoveState state);

  const MoveState& state() const { return state_; }
  const CopyProgress& copy_progress() const { return copy_progress_; }
  const FollowProgress& follow_progress() const { return follow_progress_; }
  // Settings that an end lacks or refuses.
  const std::vector<std::string>& notes() const { return notes_; }

  // Enables the stream of the source if it is off, notes the place in it at which the copy begins, and creates the
  // table of the target if it is missing. Errors: those of the operations; ValidationException if the source has no
  // streams.
  Result<void> begin();
  // Copies the items, and then the settings. Errors: those of copy_items() and set_settings().
  Result<void> copy();
  // Follows the stream of the source, or after a cut-over that of the target. Errors: those of Follower::run().
  Result<void> follow(const Follower::IsEnded& is_ended);
  // Enables the stream by which the direction can be reversed, and follows until the target is level. Errors: as
  // begin() and follow().
  Result<void> come_level();
  // To be called when the writers are stopped: follows the last changes, and compares the tables. Items that have
  // expired by the time to live, and that one end has deleted already, do not count. `on_difference` takes the items
  // that differ. Errors: as follow() and compare().
  using OnDifference = std::function<Result<void>(const Difference&)>;
  Result<Level> check_level(const OnDifference& on_difference);
  // Makes the item of the table that follows as the other one has it. Errors: those of PutItem and DeleteItem.
  Result<void> repair(const Difference& difference);
  // Follows until no change comes, and returns the number of changes since check_level() began to compare. Errors: as
  // follow().
  Result<std::uint64_t> late_changes();
  // Reads the stream of the table that follows to its end, without a change of the state. Errors: as follow().
  Result<void> find_way_back();
  // Reverses the direction: the other table may be written afterwards, and follow() brings its changes back. Only this
  // changes the phase. Its time to live is enabled, as that of the other table is. Requires: check_level() found both
  // tables equal, and find_way_back() succeeded, if there is a way back. Errors: that of `save`.
  Result<void> reverse();
  // Disables the streams that the move enabled, as far as they are on. Errors: those of DescribeTable and UpdateTable.
  Result<void> finish();

 private:
  struct End {
    Database& database;
    const std::string& table;
  };
  End written() const;    // that programs write
  End following() const;  // the other one

  Result<void> begin_place();
  Result<void> run_follower(const Follower::IsEnded& is_ended);
  // Returns false if changes still come after `most_wait`.
  Result<bool> follow_to_tip();
  Result<std::string> expiry_of(End end);
  Result<void> save();

  Database& source_;
  Database& target_;
  const MoveSettings settings_;
  MoveState state_;
  CopyProgress copy_progress_;
  FollowProgress follow_progress_;
  std::vector<std::string> notes_;
  std::uint64_t changes_before_comparison_ = 0;
  StreamPlace way_back_;
};

}  // namespace partita::movement
