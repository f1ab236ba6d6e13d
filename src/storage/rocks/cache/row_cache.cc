#include "storage/rocks/cache/row_cache.h"

#include <atomic>
#include <cstring>
#include <new>

namespace partita::storage {
namespace {

// A kept value is its size and its bytes. The cache's lock orders writing and reading them. The size is atomic because
// ThreadSanitizer does not see RocksDB's locks and needs another sign of that order.
using Size = std::atomic<std::uint32_t>;

std::string_view bytes_of(const void* row) {
  const std::uint32_t size = static_cast<const Size*>(row)->load(std::memory_order_acquire);
  return {static_cast<const char*>(row) + sizeof(Size), size};
}

void delete_row(const rocksdb::Slice& /*key*/, void* row) { delete[] static_cast<char*>(row); }

// RocksDB's own keys in the cache have 16 bytes, so a row's key of that size could be taken for a block's.
constexpr std::size_t kBlockKeyBytes = 16;
bool is_cacheable(std::string_view key) { return key.size() != kBlockKeyBytes; }

// Pins a row in the cache. It owns the cache too, because the bytes may outlive the store.
struct PinnedRow {
  PinnedRow(std::shared_ptr<rocksdb::Cache> its_cache, rocksdb::Cache::Handle* its_handle)
      : cache(std::move(its_cache)), handle(its_handle) {}
  ~PinnedRow() { cache->Release(handle); }
  PinnedRow(const PinnedRow&) = delete;
  PinnedRow& operator=(const PinnedRow&) = delete;

  const std::shared_ptr<rocksdb::Cache> cache;
  rocksdb::Cache::Handle* const handle;
};

}  // namespace

std::optional<PinnedBytes> RowCache::find(std::string_view key) const {
  if (!is_cacheable(key)) return std::nullopt;
  rocksdb::Cache::Handle* const handle = cache_->Lookup(key);
  if (handle == nullptr) return std::nullopt;
  return PinnedBytes{std::make_shared<const PinnedRow>(cache_, handle), bytes_of(cache_->Value(handle))};
}

RowCache::Stamp RowCache::before_reading(std::string_view key) {
  const std::uint64_t hash = hash_of(key);
  if (!read_.contains(hash) || !is_cacheable(key)) return {.hash = hash};
  Stripe& stripe = stripe_of(hash);
  const std::lock_guard lock(stripe.mutex);
  return {hash, stripe.begun, stripe.begun == stripe.ended};
}

void RowCache::keep_read(std::string_view key, std::string_view value, const Stamp& stamp) {
  if (stamp.may_keep)
    keep(key, value, stamp);
  else
    read_.remember(stamp.hash);
}

// Requires: stamp.may_keep.
void RowCache::keep(std::string_view key, std::string_view value, const Stamp& stamp) {
  auto row = std::make_unique_for_overwrite<char[]>(sizeof(Size) + value.size());
  Size* const size = new (row.get()) Size(0);
  std::memcpy(row.get() + sizeof(Size), value.data(), value.size());
  size->store(static_cast<std::uint32_t>(value.size()), std::memory_order_release);
  Stripe& stripe = stripe_of(stamp.hash);
  const std::lock_guard lock(stripe.mutex);
  if (stripe.begun != stamp.begun) return;
  // Insert always takes ownership of the row, because it has no handle to return.
  cache_->Insert(key, row.release(), sizeof(Size) + value.size(), delete_row).PermitUncheckedError();
}

RowCache::Stamp RowCache::begin_write(std::string_view key) {
  const std::uint64_t hash = hash_of(key);
  Stripe& stripe = stripe_of(hash);
  const std::lock_guard lock(stripe.mutex);
  const bool alone = stripe.begun == stripe.ended;
  ++stripe.begun;
  if (!is_cacheable(key)) return {};
  rocksdb::Cache::Handle* const handle = cache_->Lookup(key);
  if (handle == nullptr) return {};
  cache_->Erase(key);
  cache_->Release(handle);
  return {hash, stripe.begun, alone};
}

void RowCache::end_write(std::string_view key) {
  Stripe& stripe = stripe_of(hash_of(key));
  const std::lock_guard lock(stripe.mutex);
  ++stripe.ended;
}

// Counts in every stripe, because a range may hold keys of any of them.
void RowCache::begin_write_of_range(std::string_view lower, std::string_view upper) {
  for (Stripe& stripe : stripes_) {
    const std::lock_guard lock(stripe.mutex);
    ++stripe.begun;
  }
  std::vector<std::string> keys;
  cache_->ApplyToAllEntries(
      [&](const rocksdb::Slice& key, void* /*row*/, std::size_t /*charge*/, rocksdb::Cache::DeleterFn deleter) {
        const std::string_view bytes = key.ToStringView();
        if (deleter == delete_row && bytes >= lower && bytes < upper) keys.emplace_back(bytes);
      },
      {});
  for (const std::string& key : keys) cache_->Erase(key);
}

void RowCache::end_write_of_range() {
  for (Stripe& stripe : stripes_) {
    const std::lock_guard lock(stripe.mutex);
    ++stripe.ended;
  }
}

RowCache::Writing::Writing(RowCache& rows, std::span<const Batch* const> batches) : rows_(rows), batches_(batches) {
  for (const Batch* batch : batches_)
    batch->for_each([this](auto operation, auto key, const auto& value) { begin(operation, key, value); });
}

void RowCache::Writing::begin(Batch::Operation operation, std::string_view key, const Batch::Value& value) {
  std::string joined;  // stays empty: a value of several parts is not kept
  if (operation == Batch::Operation::EraseRange) return rows_.begin_write_of_range(key, value.whole(joined));
  const Stamp stamp = rows_.begin_write(key);
  if (operation == Batch::Operation::Put && stamp.may_keep && value.parts().size() <= 1)
    dropped_.push_back({key, value.whole(joined), stamp});
}

void RowCache::Writing::keep_new_values() {
  for (const Dropped& dropped : dropped_) rows_.keep(dropped.key, dropped.new_value, dropped.stamp);
}

RowCache::Writing::~Writing() {
  for (const Batch* batch : batches_)
    batch->for_each([this](auto operation, auto key, const auto& /*value*/) {
      if (operation == Batch::Operation::EraseRange)
        rows_.end_write_of_range();
      else
        rows_.end_write(key);
    });
}

}  // namespace partita::storage
