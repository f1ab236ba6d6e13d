// ItemLockTable: the entries of ItemLocks by their keys. Each entry is in the list of its bucket, so to add and remove entries
// takes no memory, and if there is no memory for more buckets, the lists become longer.
#pragma once

#include "engine/item_locks.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::engine {

struct ItemLock {
  std::string key;
  std::size_t hash = 0;
  ItemLock* next_in_bucket = nullptr;
  LockSet* holder = nullptr;
  LockSet* first_waiting = nullptr;
  LockSet* last_waiting = nullptr;
  const LockSet* writer = nullptr;  // the last one that made `item` of it and is not settled
  const std::optional<std::string>* item = nullptr;
  Place place = kNoPlace;
  std::size_t on_their_way = 0;  // sets that announced and are not settled

  bool idle() const { return holder == nullptr && on_their_way == 0; }
};

class ItemLockTable {
 public:
  static constexpr std::size_t kLeastBuckets = 64;

  ItemLockTable();
  ~ItemLockTable();
  ItemLockTable(const ItemLockTable&) = delete;
  ItemLockTable& operator=(const ItemLockTable&) = delete;

  std::size_t size() const { return size_; }
  // The entry with that key, or nullptr. `hash`: of the key; the table uses its low bits.
  ItemLock* find(std::string_view key, std::size_t hash) const;
  // Requires: no entry has the same key.
  ItemLock& add(std::unique_ptr<ItemLock> entry) noexcept;
  // Requires: the entry is in the table.
  std::unique_ptr<ItemLock> remove(ItemLock& entry) noexcept;

 private:
  ItemLock*& bucket_of(std::size_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }
  void resize(std::size_t buckets) noexcept;

  std::vector<ItemLock*> buckets_;  // their number is a power of 2
  std::size_t size_ = 0;
};

}  // namespace partita::engine
