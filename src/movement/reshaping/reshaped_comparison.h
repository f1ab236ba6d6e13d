// Compares the tables of a later model with the items that follow from those of the earlier one.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "movement/reshaping/reshaped_writes.h"

namespace partita::movement {

// The items of an entity of the later model.
struct ReshapedEntity {
  std::uint64_t wanted = 0;  // that follow from the items of the earlier model
  std::uint64_t there = 0;
  // The sums of 64-bit hashes of all attributes of these items, so they do not depend on their order.
  std::uint64_t wanted_hash = 0;
  std::uint64_t there_hash = 0;
  bool is_equal() const { return wanted == there && wanted_hash == there_hash; }
};

// An item that differs.
struct ReshapedDifference {
  const modelling::ProvenTable* table = nullptr;
  std::string key = {};  // encoded
};

struct ReshapedComparison {
  std::map<std::string, ReshapedEntity> entities = {};  // by name; "" has the sentinels of unique values
  std::uint64_t sources = 0;                            // items that were read
  std::uint64_t left_out = 0;                           // of them, those without a successor
  std::vector<std::string> faults = {};                 // of items that cannot be derived, the first ones
  std::uint64_t fault_count = 0;
  // Whether each item that follows is there once, and no other.
  bool is_equal() const {
    return different == 0 && fault_count == 0 && repeats == 0 &&
           std::ranges::all_of(entities, [](const auto& one) { return one.second.is_equal(); });
  }
  std::vector<ReshapedDifference> differences = {};  // the first kMostKept
  std::uint64_t different = 0;
  std::uint64_t repeats = 0;               // later keys that follow from several earlier items
  std::vector<std::string> repeated = {};  // "TABLE KEY" of the first ones
  std::uint64_t lost_back = 0;             // items that would not come back as they are
  std::string first_lost_back = {};        // "TABLE KEY" of the first one
  double write_units = 0;  // of the items that follow, with the entries of indexes, without transactions

  static constexpr std::size_t kMostKept = 100'000;
  static constexpr std::size_t kMostFaults = 10;
};

struct ReshapedCompareSettings {
  std::string prefix = {};  // of the names of tables
  int segments = 4;
  transfer::Pace* read_units = nullptr;  // may be null
};

// Derives the items of all sources once, without a write. Faults, repeats, units and counts of wanted items are in the
// result. Memory: that of a Matcher of 64 MB. Errors: those of the database, and of temporary files.
// With `back`, each item is also derived back, and compared with itself.
Result<ReshapedComparison> judge_sources(const Reshaping& reshaping, const Reshaping* back, Database& database,
                                         const ReshapedCompareSettings& settings);

// Reads all tables of both models once, with strong consistency. Programs that write meanwhile cause differences.
// Memory: that of a Matcher of 64 MB. Errors: those of the database, and of temporary files.
Result<ReshapedComparison> compare_reshaped(const Reshaping& reshaping, const ReshapedWrites& writes,
                                            Database& database, const ReshapedCompareSettings& settings);

// Writes the items that differ as they follow from the sources, and deletes those that do not follow. Reads the
// sources once more. Errors: as compare_reshaped(), and those of the writes.
Result<void> repair_reshaped(const Reshaping& reshaping, ReshapedWrites& writes, Database& database,
                             const ReshapedCompareSettings& settings, const ReshapedComparison& found);

}  // namespace partita::movement
