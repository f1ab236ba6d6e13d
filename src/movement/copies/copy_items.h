// Copies the items of a table into another one, with parallel Scans. A copy that was interrupted goes on from the
// places that its segments had reached.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "transfer/tables/batch_writer.h"
#include "transfer/tables/scan_table.h"
#include "transfer/tables/table_facts.h"

namespace partita::movement {

// How far the Scan of a segment has come whose items are at the target.
struct CopySegment {
  bool is_done = false;
  AttributeMap start_key = {};  // empty: the beginning
  std::uint64_t items = 0;      // before the start key
};

struct CopySettings {
  int writers = 16;  // the requests that are under way at the target, each on a thread
  transfer::ReadConsistency consistency = transfer::ReadConsistency::Eventual;
  // These may be null, and must outlive the copy.
  transfer::Pace* read_units = nullptr;
  transfer::Pace* write_units = nullptr;
  transfer::Pace* items = nullptr;
  std::chrono::milliseconds patience = std::chrono::minutes(5);  // of a request without success
  // Stores the segments, so that a later call can begin there. It is called on one thread at a time, at most once a
  // second and at the end. Its error ends the copy.
  std::function<Result<void>(const std::vector<CopySegment>&)> save = [](const auto&) { return Result<void>(); };
  std::chrono::milliseconds save_every{1'000};
  // Takes an item that the target refused. It is called on one thread at a time.
  transfer::BatchWriter::OnRefused on_refused = [](const auto&, const auto&) {};
};

// Counts that other threads may read while the work goes on.
struct CopyProgress {
  std::atomic<std::uint64_t> items = 0;  // that the target has taken, those of earlier calls included
  std::atomic<std::uint64_t> bytes = 0;  // of items that were read
  std::atomic<std::uint64_t> refused = 0;
};

// Copies from the places in `segments` to the end, and moves them. Their number is that of the segments of the Scan. An
// item replaces the one that the target has. The items are not of one moment: a write of the source meanwhile is seen
// or not, and an item that is deleted after it was read stays at the target. Memory: a page of up to 1 MB,
// or of five seconds at the rates, for each segment, as items and as requests. Errors: the first error of a database
// that is not the fault of an item, and that of save().
Result<void> copy_items(Database& source, const std::string& table, Database& target, const std::string& target_table,
                        std::vector<CopySegment>& segments, const CopySettings& settings, CopyProgress& progress);

}  // namespace partita::movement
