// A table that is compared, and the counts of a comparison under way.
#pragma once

#include <partita/database.h>

#include <atomic>

#include "transfer/tables/scan_table.h"
#include "transfer/tables/table_facts.h"

namespace partita::movement {

struct ComparedTable {
  Database& database;
  transfer::TableFacts table;
  transfer::ScanSettings scan = {};
};

// Counts that other threads may read while the work goes on.
struct CompareProgress {
  std::atomic<std::uint64_t> first_items = 0;
  std::atomic<std::uint64_t> second_items = 0;
  std::atomic<std::uint64_t> listed = 0;    // hashes of single items of both tables, from parts that differ
  std::atomic<std::uint64_t> suspects = 0;  // items that differed when they were read first
  std::atomic<std::uint64_t> checked = 0;   // of them, those that were read again
};

}  // namespace partita::movement
