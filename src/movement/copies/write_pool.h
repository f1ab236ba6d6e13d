// WritePool: threads that write the pages of several readers, in batches.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "transfer/tables/batch_writer.h"

namespace partita::movement {

class WritePool {
 public:
  // `items` may be null. `written` counts the items that the target has taken. All must outlive the pool.
  WritePool(transfer::BatchWriter& writer, int threads, transfer::Pace* items, std::atomic<std::uint64_t>& written,
            const std::atomic<bool>& is_stopped);
  ~WritePool();
  WritePool(const WritePool&) = delete;
  WritePool& operator=(const WritePool&) = delete;

  // Writes the items of a page, which have different keys, and waits until all are written. Returns the number of those
  // that the target has taken. May be called from several threads. Errors: those of BatchWriter::write.
  Result<std::uint64_t> write(std::vector<transfer::ItemWrite> page);

 private:
  // A page that is under way. mutex_ guards it.
  struct Page {
    std::size_t batches = 0;  // that are not written yet
    std::uint64_t written = 0;
    std::optional<Error> error = {};
  };
  struct Batch {
    std::vector<transfer::ItemWrite> writes;
    Page* page;
  };

  void work();
  Result<std::size_t> write_batch(const Batch& batch);

  transfer::BatchWriter& writer_;
  transfer::Pace* const items_;
  std::atomic<std::uint64_t>& written_;
  const std::atomic<bool>& is_stopped_;
  std::mutex mutex_;
  // These are guarded by mutex_.
  std::condition_variable has_work_;
  std::condition_variable has_result_;
  std::deque<Batch> waiting_;
  bool is_ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace partita::movement
