// A run of `partita move`: its options, its ends, and the moves of its tables.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "movement/moves/table_move.h"
#include "pricing.h"
#include "state_store.h"
#include "stop_writes.h"
#include "table_ends.h"

namespace partita::tools {

struct MoveOptions {
  TableEnd source;
  TableEnd target;
  EndSettings ends;
  PricingOptions pricing;
  StopOptions stop;
  std::vector<std::string> tables;
  std::string state;
  int segments = 8;
  int writers = 16;
  double read_rate = 0;
  double write_rate = 0;
  bool merges = false;
  bool restarts = false;
  bool until_level = false;
  bool cuts_over = false;
  bool cuts_back = false;
  bool finishes = false;
  bool shows_status = false;
  bool no_way_back = false;
  bool repairs = false;
  double quiet_seconds = 2;
};

// A table that is moved.
struct MovedTable {
  TablePair pair;
  MovedTables names;
  transfer::Descriptor lock;
  std::unique_ptr<movement::TableMove> move;
};

struct MoveRun {
  const MoveOptions& options;
  OpenEnds ends;
  StateStore store;
  transfer::Pace reads;
  transfer::Pace writes;
  std::vector<MovedTable> tables = {};

  enum class At : std::uint8_t { Source, Target };
  Database& database(At at) const { return at == At::Source ? *ends.source.database : *ends.target.database; }
  const std::string& name(At at) const { return at == At::Source ? options.source.text : options.target.text; }
  // The names of the tables at one end.
  std::vector<std::string> names(At at) const {
    std::vector<std::string> out;
    for (const MovedTable& table : tables) out.push_back(at == At::Source ? table.pair.source : table.pair.target);
    return out;
  }
  bool all_are(movement::MovePhase phase) const {
    return std::ranges::all_of(tables, [&](const MovedTable& table) { return table.move->state().phase == phase; });
  }
  // The tables that programs write at an end: with Following at the source, with Back at the target.
  std::vector<MovedTable*> written_at(At at) {
    std::vector<MovedTable*> out;
    for (MovedTable& table : tables)
      if (table.move->state().phase == (at == At::Source ? movement::MovePhase::Following : movement::MovePhase::Back))
        out.push_back(&table);
    return out;
  }
};

// The same text for all ways to write an endpoint, so that two moves of a table find each other.
std::string plain_url(std::string url);
// The names by which the state and the lock of a table's move are found.
MovedTables names_of(const MoveOptions& options, const TablePair& pair);
// The state that was stored for the names, or nullopt. Errors: ValidationException if it cannot be read.
Result<std::optional<movement::MoveState>> stored_state(const MoveRun& run, const MovedTables& names);
// Opens the move of a table, as it was stored or as a new one, and locks it. Errors: ValidationException if another
// process works on it, if the options do not fit to the state, if the target has items that are not of this move or
// has lost its table, or if the source is another table than before.
Result<MovedTable> open_table(MoveRun& run, const TablePair& pair);

// How far behind the table that follows is, for people. lag_text(run) has all tables in one line. Both are safe on
// another thread.
std::string lag_text(const MovedTable& table);
std::string lag_text(const MoveRun& run);

// Calls `work` for these tables at once. Errors: the first one of `work`.
Result<void> for_all(const std::vector<MovedTable*>& tables, const std::function<Result<void>(MovedTable&)>& work);

}  // namespace partita::tools
