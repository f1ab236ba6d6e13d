// TracedStore: a store that passes all calls on, counts them, and notes them while `noting` is set. Only one thread may
// use it at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "storage/store.h"

namespace partita::work {

struct StoreWork {
  std::uint64_t gets = 0;
  std::uint64_t seeks = 0;
  std::uint64_t nexts = 0;
  std::uint64_t bytes_read = 0;  // values got; keys and values that an iterator visited
  std::uint64_t writes = 0;      // calls
  std::uint64_t rows_written = 0;
  std::uint64_t bytes_written = 0;  // of the batches

  friend bool operator==(const StoreWork&, const StoreWork&) = default;
};
StoreWork operator-(const StoreWork& after, const StoreWork& before);

// The same calls in the form that a bare RocksDB needs.
struct GetCall {
  std::string key;
};
struct IterateCall {
  storage::IteratorOptions options;  // without its snapshot
  std::uint64_t nexts = 0;
};
struct SnapshotCall {};
struct WriteCall {
  std::vector<storage::Batch> batches;
};
using StoreCall = std::variant<GetCall, IterateCall, SnapshotCall, WriteCall>;

class TracedStore final : public storage::Store {
 public:
  // The part that a test keeps, because the engine owns the store.
  struct Trace {
    StoreWork work;
    bool noting = false;
    std::vector<StoreCall> calls;
    storage::Store* store = nullptr;  // the traced one, while it is open
  };

  TracedStore(std::unique_ptr<storage::Store> below, std::shared_ptr<Trace> trace);

  Result<storage::GetResult> get(std::string_view key, const storage::ReadOptions& options) const override;
  Result<std::vector<storage::GetResult>> get_many(std::span<const std::string_view> keys,
                                                   const storage::ReadOptions& options) const override;
  std::unique_ptr<storage::Iterator> iterate(const storage::IteratorOptions& options) const override;
  std::shared_ptr<const storage::Snapshot> snapshot() const override;
  Result<void> write(const storage::Batch& batch, Sync sync) override;
  Result<void> write(std::span<const storage::Batch* const> batches, Sync sync) override;
  Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                             std::atomic<bool>& stop_flag) override {
    return below_->discard(from, upper, stop_flag);
  }
  // The files are in memory, and the tests count on the calling thread.
  bool write_may_wait() const override { return false; }
  bool can_write() const override { return below_->can_write(); }
  Result<void> flush() override { return below_->flush(); }
  storage::StoreStatistics statistics() const override { return below_->statistics(); }

 private:
  void note(StoreCall call) const;

  const std::unique_ptr<storage::Store> below_;
  const std::shared_ptr<Trace> trace_;
};

}  // namespace partita::work
