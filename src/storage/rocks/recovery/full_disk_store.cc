#include "storage/rocks/recovery/full_disk_store.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/try.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

using Time = std::chrono::steady_clock;

// A try reads the logs, so most of the time must be left to the requests.
constexpr std::chrono::milliseconds kLeastPause{100};
constexpr int kPauseShare = 10;

struct SharedSnapshot final : Snapshot {
  SharedSnapshot(std::shared_ptr<Store> of_store, std::shared_ptr<const Snapshot> of_it)
      : store(std::move(of_store)), snapshot(std::move(of_it)) {}
  // The snapshot is destroyed before its store.
  const std::shared_ptr<Store> store;
  const std::shared_ptr<const Snapshot> snapshot;
};

class SharedIterator final : public Iterator {
 public:
  SharedIterator(std::shared_ptr<Store> store, const IteratorOptions& options)
      : store_(std::move(store)), iterator_(store_->iterate(options)) {}
  bool valid() const override { return iterator_->valid(); }
  void next() override { iterator_->next(); }
  std::string_view key() const override { return iterator_->key(); }
  std::string_view value() const override { return iterator_->value(); }
  Result<ReadState> end_state() const override { return iterator_->end_state(); }

 private:
  const std::shared_ptr<Store> store_;
  const std::unique_ptr<Iterator> iterator_;
};

// Leads a read at a snapshot to the store that the snapshot is of. Returns that store.
template <class Options>
std::shared_ptr<Store> store_of(Options& options, std::shared_ptr<Store> current) {
  if (options.snapshot == nullptr) return current;
  const auto& shared = static_cast<const SharedSnapshot&>(*options.snapshot);
  options.snapshot = shared.snapshot.get();
  return shared.store;
}

}  // namespace

FullDiskStore::FullDiskStore(std::unique_ptr<Store> reading, Reopen reopen, std::string reason, base::Log log)
    : reopen_(std::move(reopen)), log_(std::move(log)), current_(std::move(reading)), reason_(std::move(reason)) {}

std::shared_ptr<Store> FullDiskStore::current() const {
  const std::shared_lock lock(mutex_);
  return current_;
}

bool FullDiskStore::is_writing() const {
  const std::shared_lock lock(mutex_);
  return writing_;
}

Result<GetResult> FullDiskStore::get(std::string_view key, const ReadOptions& options) const {
  ReadOptions inner = options;
  return store_of(inner, current())->get(key, inner);
}

Result<std::vector<GetResult>> FullDiskStore::get_many(std::span<const std::string_view> keys,
                                                       const ReadOptions& options) const {
  ReadOptions inner = options;
  return store_of(inner, current())->get_many(keys, inner);
}

std::unique_ptr<Iterator> FullDiskStore::iterate(const IteratorOptions& options) const {
  IteratorOptions inner = options;
  std::shared_ptr<Store> store = store_of(inner, current());
  return std::make_unique<SharedIterator>(std::move(store), inner);
}

std::shared_ptr<const Snapshot> FullDiskStore::snapshot() const {
  std::shared_ptr<Store> store = current();
  auto snapshot = store->snapshot();
  return std::make_shared<SharedSnapshot>(std::move(store), std::move(snapshot));
}

Result<std::shared_ptr<Store>> FullDiskStore::writing() {
  const std::unique_lock opening(opening_, std::try_to_lock);
  {
    const std::unique_lock lock(mutex_);
    if (writing_) return current_;
    if (!opening || Time::now() < next_try_) return unexpected(full_disk_error(reason_));
  }
  const auto begun = Time::now();
  auto opened = reopen_(*current());
  const std::unique_lock lock(mutex_);
  if (!opened) {
    next_try_ = Time::now() + std::max<Time::duration>(kLeastPause, kPauseShare * (Time::now() - begun));
    reason_ = opened.error().message;
    return unexpected(full_disk_error(reason_));
  }
  current_ = std::move(*opened);
  current_->set_aside(aside_);
  writing_ = true;
  log_.warning("the data directory can be written to again");
  return current_;
}

Result<void> FullDiskStore::write(const Batch& batch, Sync sync) {
  PARTITA_TRY_VALUE(store, writing());
  return store->write(batch, sync);
}

Result<void> FullDiskStore::write(std::span<const Batch* const> batches, Sync sync) {
  PARTITA_TRY_VALUE(store, writing());
  return store->write(batches, sync);
}

Result<std::optional<std::string>> FullDiskStore::discard(std::string_view from, std::string_view upper,
                                                          std::atomic<bool>& stop_flag) {
  PARTITA_TRY_VALUE(store, writing());
  return store->discard(from, upper, stop_flag);
}

void FullDiskStore::set_aside(std::size_t bytes) noexcept {
  const std::unique_lock lock(mutex_);
  aside_ = bytes;
  current_->set_aside(bytes);
}

Result<void> FullDiskStore::flush() {
  PARTITA_TRY_VALUE(store, writing());
  return store->flush();
}

}  // namespace partita::storage
