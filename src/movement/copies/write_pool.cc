#include "movement/copies/write_pool.h"

#include <algorithm>
#include <utility>

#include "base/lack_of_memory.h"
#include "base/try.h"
#include "value/limits.h"

namespace partita::movement {
WritePool::WritePool(transfer::BatchWriter& writer, int threads, transfer::Pace* items,
                     std::atomic<std::uint64_t>& written, const std::atomic<bool>& is_stopped)
    : writer_(writer), items_(items), written_(written), is_stopped_(is_stopped) {
  for (int i = 0; i < threads; ++i) threads_.push_back(base::start_thread([this] { work(); }));
}

WritePool::~WritePool() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Result<std::uint64_t> WritePool::write(std::vector<transfer::ItemWrite> page) {
  Page state;
  std::vector<Batch> batches;
  std::size_t bytes = 0;
  for (transfer::ItemWrite& write : page) {
    if (batches.empty() || batches.back().writes.size() == limits::kBatchWriteItems ||
        bytes + write.text_bytes > transfer::BatchWriter::kMostBytes) {
      batches.push_back({{}, &state});
      bytes = 0;
    }
    bytes += write.text_bytes;
    batches.back().writes.push_back(std::move(write));
  }
  std::unique_lock lock(mutex_);
  state.batches = batches.size();
  for (Batch& batch : batches) waiting_.push_back(std::move(batch));
  has_work_.notify_all();
  has_result_.wait(lock, [&state] { return state.batches == 0; });
  if (state.error) return unexpected(*std::move(state.error));
  return state.written;
}

Result<std::size_t> WritePool::write_batch(const Batch& batch) {
  if (items_ != nullptr) items_->wait(is_stopped_);
  Result<std::size_t> written = 0;
  if (!base::had_memory_for([&] { written = writer_.write(batch.writes, is_stopped_); }))
    written = unexpected(base::lack_of_memory());
  if (written) written_ += *written;
  if (written && items_ != nullptr) items_->spend(static_cast<double>(*written));
  return written;
}

void WritePool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    has_work_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Batch batch = std::move(waiting_.front());
    waiting_.pop_front();
    Page& page = *batch.page;
    // The other batches of a page that failed need not be written.
    if (!page.error) {
      lock.unlock();
      auto written = write_batch(batch);
      lock.lock();
      if (written)
        page.written += *written;
      else if (!page.error)
        page.error = std::move(written.error());
    }
    if (--page.batches == 0) has_result_.notify_all();
  }
}

}  // namespace partita::movement
