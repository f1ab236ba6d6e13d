// TableWalk: the walk of a backfill through all items of a table in slices, with its stored position and its progress.
#pragma once

#include <atomic>
#include <mutex>

#include "engine/jobs/job.h"
#include "engine/jobs/locked_items.h"

namespace partita::engine {

class TableWalk {
 public:
  // The position is stored under a key of `table` and `index`. `name` is the name of the walk in logs and metrics.
  // `index_name` is the name of the index that the walk fills, empty if it does not fill one.
  TableWalk(keys::TableId table, keys::IndexId index, std::string name, std::string index_name = {})
      : table_(table), index_(index), name_(std::move(name)), index_name_(std::move(index_name)) {}

  enum class State : std::uint8_t { Begun, AtEnd, Stopped };
  // Plans and writes the next items, a few hundred at most. Returns AtEnd if no item is left, and Stopped if `plan`
  // returned false or the table is gone. One thread may call it at a time. It waits for locks and the disk.
  // Errors: InternalServerError, Corruption, those of `plan`.
  Result<State> go_on(Context& context, const PlanItems& plan);

  // Adds the erasure of the stored position to `batch`.
  void forget_position(storage::Batch& batch) const;
  // May be called from any thread.
  std::optional<JobProgress> progress() const;

 private:
  // Waits for the writers that do not know of the walk yet, and reads the position at which an earlier walk stopped.
  Result<void> begin(Context& context);
  Result<std::vector<std::string>> next_keys(const Context& context) const;
  void report(const Context& context, std::size_t items);

  const keys::TableId table_;
  const keys::IndexId index_;
  const std::string name_;
  const std::string index_name_;
  bool has_begun_ = false;
  std::string after_;
  std::string table_name_;  // guarded by mutex_
  mutable std::mutex mutex_;
  std::atomic<std::uint64_t> items_done_ = 0;
  std::atomic<std::uint64_t> items_in_all_ = 0;
  std::uint64_t tenths_reported_ = 0;
};

}  // namespace partita::engine
