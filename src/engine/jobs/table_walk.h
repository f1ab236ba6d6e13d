// The way of a backfill through all items of a table, in slices, and how far it has come.
#pragma once

#include "engine/jobs/job.h"
#include "engine/jobs/locked_items.h"

#include <atomic>
#include <mutex>

namespace partita::engine {

class TableWalk {
 public:
  // `index`: under which key the position is stored. `name`: what the walk is called. `index_name`: of the index that it fills;
  // empty where it fills none.
  TableWalk(keys::TableId table, keys::IndexId index, std::string name, std::string index_name = {})
      : table_(table), index_(index), name_(std::move(name)), index_name_(std::move(index_name)) {}

  enum class State : std::uint8_t { Begun, AtEnd, Stopped };
  // Plans and writes the next items, some hundred. AtEnd: there are none. Stopped: `plan` said so, or the table is gone.
  // Errors: InternalServerError, Corruption, what `plan` returns.
  Result<State> go_on(Context& context, const PlanItems& plan);

  // Erases the stored position.
  void forget_position(storage::Batch& batch) const;
  std::optional<JobProgress> progress() const;

 private:
  // Waits for the writers that do not know of the walk, and reads where an earlier one stopped.
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
