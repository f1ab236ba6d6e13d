// The Store in memory. It does not use a disk and ends with the process.
#pragma once

#include <memory>
#include <shared_mutex>

#include "storage/counters.h"
#include "storage/memory/lock.h"
#include "storage/memory/pinned_versions.h"
#include "storage/memory/rows.h"
#include "storage/store.h"

namespace partita::storage {

// Every write makes a version. A reader holds a shared lock while it looks a key up or copies the next rows of a range.
// A copy of a row shares its bytes. Snapshots and iterators remember a version.
class MemoryStore final : public Store {
 public:
  Result<GetResult> get(std::string_view key, const ReadOptions& options) const override;
  Result<std::vector<GetResult>> get_many(std::span<const std::string_view> keys,
                                          const ReadOptions& options) const override;
  std::unique_ptr<Iterator> iterate(const IteratorOptions& options) const override;
  std::shared_ptr<const Snapshot> snapshot() const override;
  Result<void> write(const Batch& batch, Sync sync) override;
  Result<void> write(std::span<const Batch* const> batches, Sync sync) override;
  bool write_may_wait() const override { return false; }
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override;
  bool can_write() const override { return true; }
  Result<void> flush() override { return {}; }
  StoreStatistics statistics() const override { return counters_.sum(); }

 private:
  friend class MemoryIterator;
  friend class MemorySnapshot;

  // Pins the current version and returns it. The caller must unpin it in pinned_versions_.
  std::uint64_t pin_version() const;
  void apply(Batch::Operation operation, std::string_view key, const Batch::Value& value, std::uint64_t version,
             Rows::NewestPinned newest_pinned, std::vector<Row>& erased);

  mutable WritersFirstLock lock_;
  Rows rows_;                               // guarded by lock_
  std::uint64_t version_ = 0;               // number of the last write; guarded by lock_
  mutable PinnedVersions pinned_versions_;  // pin() requires lock_
  mutable Counters counters_;
};

// A store without files.
std::unique_ptr<Store> make_memory_store();

}  // namespace partita::storage
