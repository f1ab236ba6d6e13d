// The models, the database and the state that the steps of a migration to new tables share, and its plan.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "migrate_tables.h"
#include "movement/reshaping/migration.h"
#include "movement/state_store.h"
#include "movement/tables/price.h"

namespace partita::tools {

// The exit code if items differ, or do not follow.
inline constexpr int kStepsLeft = 1;

struct MigrationWork {
  const NewTables& tables;
  const NewTablesOptions& options;
  Database& database;
  const movement::Reshaping& forward;
  std::optional<movement::Reshaping> back = {};
  std::string no_way_back = {};  // the reason, without `back`
  StateStore store;
  MovedTables names = {};
  transfer::Pace pace;
  std::unique_ptr<movement::Migration> migration = {};

  std::vector<std::string> names_of(const std::vector<const modelling::ProvenTable*>& some) const {
    std::vector<std::string> out;
    for (const modelling::ProvenTable* table : some) out.push_back(movement::stored_name(*table, tables.prefix));
    return out;
  }
  std::vector<std::string> old_names() const { return names_of(forward.sources()); }
  std::vector<std::string> new_names() const { return names_of(forward.targets()); }
};

// Whether the items were compared with those that are there.
enum class Found : std::uint8_t { Derived, Compared };
void print_comparison(const MigrationWork& work, const movement::ReshapedComparison& found, Found kind);

// Derives each item without a write, so that a fault is known before. With `back` as in judge_sources().
Result<movement::ReshapedComparison> judge(MigrationWork& work, const movement::Reshaping* back);
// The same. The way back goes if an item would not come back as it is. Requires: the migration is not open yet.
Result<movement::ReshapedComparison> judge_both_ways(MigrationWork& work);
// The units of the whole migration without the changes meanwhile. Errors: those of DescribeTable.
Result<movement::Units> units_of(MigrationWork& work, const movement::ReshapedComparison& found);

// Prints the plan. Returns the exit code. Errors: those of judge().
Result<int> print_plan(MigrationWork& work);

}  // namespace partita::tools
