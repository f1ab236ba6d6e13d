// ItemLoader: puts items into a table with BatchWriteItem, many requests at a time.
//
// 1. An item replaces the one that the table has with its key. Of several items with one key, the table keeps any one,
//    because requests overtake each other.
// 2. Items that the database did not process are sent again, and so are requests that it refuses for now, until there
// is
//    no success for the patience of the settings.
// 3. If the database refuses a batch because an item is invalid, its items are put one by one, and the invalid ones are
//    reported.
// 4. Memory: up to 1 MB of text for each request under way and each that waits.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "transfer/tables/batch_writer.h"
#include "transfer/tables/table_facts.h"

namespace partita::transfer {

struct LoadSettings {
  int requests = 8;  // under way at a time, each on a thread
  std::chrono::milliseconds patience = std::chrono::minutes(1);
};

class ItemLoader {
 public:
  using Kind = ItemWrite::Kind;
  using Write = ItemWrite;
  using OnRefused = BatchWriter::OnRefused;

  // `database` must outlive the loader.
  ItemLoader(Database& database, TableFacts table, LoadSettings settings, OnRefused on_refused);
  // Drops the writes that were not sent, and waits for those under way.
  ~ItemLoader();
  ItemLoader(const ItemLoader&) = delete;
  ItemLoader& operator=(const ItemLoader&) = delete;

  // Takes a write, and waits if many are under way. Requires: the write has no fault by fault_of_item or fault_of_key.
  // Errors: the first error of the database that is not the fault of an item. No write is sent after it.
  Result<void> add(Write write);
  // Waits until all writes are answered. Must be called once. Errors: as add.
  Result<void> finish();

  // The items that the database has taken so far. May be called from any thread.
  std::uint64_t written() const { return written_; }

 private:
  using Batch = std::vector<Write>;

  void work();
  Result<void> hand_over();
  void fail_with(Error error);

  const TableFacts table_;
  const LoadSettings settings_;
  BatchWriter writer_;

  // Only the adding thread uses these.
  Batch current_;
  std::vector<std::string> current_keys_;
  std::size_t current_bytes_ = 0;

  std::mutex mutex_;
  // These are guarded by mutex_.
  std::condition_variable changed_;
  std::deque<Batch> waiting_;
  std::optional<Error> error_;
  bool is_ending_ = false;

  std::atomic<std::uint64_t> written_ = 0;
  std::atomic<bool> has_failed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace partita::transfer
