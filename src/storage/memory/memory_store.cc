#include "storage/memory/memory_store.h"

#include <mutex>

#include "base/try.h"
#include "storage/memory/memory_iterator.h"
#include "storage/memory/memory_snapshot.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

// Limits the rows of the past that one write frees, so that the rows a long snapshot kept do not make one write slow.
constexpr std::size_t kMostForgotten = 64;
// Limits the keys that discard() erases in one hold of the lock.
constexpr std::size_t kMostDiscarded = 256;

}  // namespace

Result<GetResult> MemoryStore::get(std::string_view key, const ReadOptions& options) const {
  counters_.add(Counters::Reads, 1);
  std::shared_lock lock(lock_);
  const Row* const row = rows_.find(
      key, options.snapshot == nullptr ? version_ : static_cast<const MemorySnapshot*>(options.snapshot)->version());
  if (row == nullptr) return GetResult{ReadState::Missing, {}};
  const Row kept = *row;
  lock.unlock();
  counters_.add(Counters::BytesRead, kept.value().size());
  return GetResult{ReadState::Found, {kept.owner(), kept.value()}};
}

Result<std::vector<GetResult>> MemoryStore::get_many(std::span<const std::string_view> keys,
                                                     const ReadOptions& options) const {
  counters_.add(Counters::ManyReads, 1);
  return Store::get_many(keys, options);
}

std::unique_ptr<Iterator> MemoryStore::iterate(const IteratorOptions& options) const {
  counters_.add(Counters::Seeks, 1);
  return std::make_unique<MemoryIterator>(*this, options);
}

std::shared_ptr<const Snapshot> MemoryStore::snapshot() const { return std::make_shared<MemorySnapshot>(*this); }

std::uint64_t MemoryStore::pin_version() const {
  const std::shared_lock lock(lock_);
  pinned_versions_.pin(version_);
  return version_;
}

Result<void> MemoryStore::write(const Batch& batch, Sync sync) {
  const Batch* const one = &batch;
  return write(std::span(&one, 1), sync);
}

Result<void> MemoryStore::write(std::span<const Batch* const> batches, Sync /*sync*/) {
  counters_.add(Counters::Writes, batches.size());
  std::vector<Row> erased;  // freed after the lock is released
  const std::lock_guard lock(lock_);
  const std::optional<PinnedVersions::Bounds> pinned = pinned_versions_.bounds();
  const Rows::NewestPinned newest = pinned ? Rows::NewestPinned(pinned->newest) : std::nullopt;
  const std::uint64_t version = version_ + 1;
  for (const Batch* batch : batches)
    batch->for_each(
        [&](auto operation, auto key, const auto& value) { apply(operation, key, value, version, newest, erased); });
  version_ = version;
  rows_.forget(pinned ? std::optional(pinned->oldest) : std::nullopt, kMostForgotten);
  return {};
}

void MemoryStore::apply(Batch::Operation operation, std::string_view key, const Batch::Value& value,
                        std::uint64_t version, Rows::NewestPinned newest_pinned, std::vector<Row>& erased) {
  std::string joined;  // stays empty: only a Put has several parts
  switch (operation) {
    case Batch::Operation::Put:
      return rows_.write(Row::put(version, key, value), newest_pinned);
    case Batch::Operation::Erase:
      return rows_.write(Row::erased(version, key), newest_pinned);
    case Batch::Operation::EraseRange:
      return rows_.erase_range(key, value.whole(joined), version, newest_pinned, erased);
    case Batch::Operation::Add: {
      const Row* const before = rows_.find(key, version);
      std::string sums;
      add_sums(before == nullptr ? std::nullopt : std::optional(before->value()), value.whole(joined), sums);
      return rows_.write(Row::put(version, key, Batch::Value(sums)), newest_pinned);
    }
  }
}

Result<std::optional<std::string>> MemoryStore::discard(std::string_view from, std::string_view upper,
                                                        std::atomic<bool>& /*stop_flag*/) {
  std::size_t found = 0;
  std::string rest;  // the first key that is left for the next call
  {
    const std::shared_lock lock(lock_);
    rows_.walk(from, upper, version_, [&](const Row& row) {
      if (found++ < kMostDiscarded) return true;
      rest = row.key();
      return false;
    });
  }
  if (found == 0) return std::nullopt;
  Batch batch;
  batch.erase_range(from, rest.empty() ? upper : std::string_view(rest));
  PARTITA_TRY(write(batch, Sync::No));
  if (rest.empty()) return std::nullopt;
  return rest;
}

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace partita::storage
