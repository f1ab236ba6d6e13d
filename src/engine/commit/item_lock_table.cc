#include "engine/commit/item_lock_table.h"

#include "base/check.h"
#include "base/lack_of_memory.h"

namespace partita::engine {

ItemLockTable::ItemLockTable() : buckets_(kLeastBuckets) {}

ItemLockTable::~ItemLockTable() { PARTITA_CHECK(size_ == 0); }

ItemLock* ItemLockTable::find(std::string_view key, std::size_t hash) const {
  ItemLock* entry = buckets_[hash & (buckets_.size() - 1)];
  while (entry != nullptr && (entry->hash != hash || entry->key != key)) entry = entry->next_in_bucket;
  return entry;
}

ItemLock& ItemLockTable::add(std::unique_ptr<ItemLock> entry) noexcept {
  if (size_ >= buckets_.size()) resize(2 * buckets_.size());
  ItemLock& added = *entry.release();
  ItemLock*& first = bucket_of(added.hash);
  added.next_in_bucket = first;
  first = &added;
  ++size_;
  return added;
}

std::unique_ptr<ItemLock> ItemLockTable::remove(ItemLock& entry) noexcept {
  ItemLock** link = &bucket_of(entry.hash);
  while (*link != &entry) link = &(*link)->next_in_bucket;
  *link = entry.next_in_bucket;
  --size_;
  if (size_ == 0 && buckets_.size() > 16 * kLeastBuckets) resize(kLeastBuckets);
  return std::unique_ptr<ItemLock>(&entry);
}

void ItemLockTable::resize(std::size_t buckets) noexcept {
  std::vector<ItemLock*> old;
  if (!base::had_memory_for([&] { old.resize(buckets); })) return;
  old.swap(buckets_);
  for (ItemLock* entry : old)
    while (entry != nullptr) {
      ItemLock* const next = entry->next_in_bucket;
      ItemLock*& first = bucket_of(entry->hash);
      entry->next_in_bucket = first;
      first = entry;
      entry = next;
    }
}

}  // namespace partita::engine
