// FullDiskStore: a store whose disk was full when it was opened. RocksDB must write before it opens for writing, so the
// data is opened for reading only at first. Each write, and each flush, tries to open it for writing, with pauses,
// and from the first success on this store passes everything on.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <shared_mutex>

#include "base/log.h"
#include "storage/store.h"

namespace partita::storage {

class FullDiskStore final : public Store {
 public:
  // Opens the data for writing, while `reading` stays open but gives up its lock.
  using Reopen = std::function<Result<std::unique_ptr<Store>>(Store& reading)>;
  // `reason` is why the data could not be opened for writing.
  FullDiskStore(std::unique_ptr<Store> reading, Reopen reopen, std::string reason, base::Log log);

  Result<GetResult> get(std::string_view key, const ReadOptions& options) const override;
  Result<std::vector<GetResult>> get_many(std::span<const std::string_view> keys,
                                          const ReadOptions& options) const override;
  std::unique_ptr<Iterator> iterate(const IteratorOptions& options) const override;
  std::shared_ptr<const Snapshot> snapshot() const override;
  Result<void> write(const Batch& batch, Sync sync) override;
  Result<void> write(std::span<const Batch* const> batches, Sync sync) override;
  bool write_may_wait() const override { return true; }
  bool can_write() const override { return is_writing() && current()->can_write(); }
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override;
  Result<void> flush() override;
  Result<void> check_files() const override { return current()->check_files(); }
  void set_aside(std::size_t bytes) noexcept override;
  StoreStatistics statistics() const override { return current()->statistics(); }
  std::vector<std::uint64_t> file_bytes_of(std::span<const KeyRange> ranges) const override {
    return current()->file_bytes_of(ranges);
  }

 private:
  std::shared_ptr<Store> current() const;
  bool is_writing() const;
  // The store that writes. Errors: InternalServerError, if the disk is still full, and those of `reopen`.
  Result<std::shared_ptr<Store>> writing();

  const Reopen reopen_;
  const base::Log log_;
  std::mutex opening_;  // held while the data is opened for writing
  mutable std::shared_mutex mutex_;
  // All below are guarded by mutex_. Snapshots and iterators of the first store share it.
  std::shared_ptr<Store> current_;
  bool writing_ = false;
  std::size_t aside_ = 0;  // bytes of the caches
  std::string reason_;
  std::chrono::steady_clock::time_point next_try_{};
};

}  // namespace partita::storage
