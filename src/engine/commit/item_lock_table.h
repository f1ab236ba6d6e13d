// ItemLockTable: the entries of ItemLocks by their keys. It must not be used by several threads at once. Each entry is
// in the list of its bucket, so adding and removing entries takes no memory. If there is too little memory for more
// buckets, the lists become longer.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/commit/item_locks.h"

namespace partita::engine {

struct ItemLock {
  std::string key;
  std::size_t hash = 0;
  ItemLock* next_in_bucket = nullptr;
  LockSet* holder = nullptr;
  LockSet* first_waiting = nullptr;
  LockSet* last_waiting = nullptr;
  const LockSet* writer = nullptr;  // the set that made `item`; nullptr once that set is settled
  const std::optional<std::string>* item = nullptr;
  CommitPlace place = kNoPlace;
  std::size_t transactions = 0;  // the number of transactions that hold or await the lock
  std::size_t on_their_way = 0;  // the number of sets that announced an image and are not settled

  bool idle() const { return holder == nullptr && on_their_way == 0; }
};

class ItemLockTable {
 public:
  static constexpr std::size_t kLeastBuckets = 64;

  ItemLockTable();
  // Requires: the table is empty.
  ~ItemLockTable();
  ItemLockTable(const ItemLockTable&) = delete;
  ItemLockTable& operator=(const ItemLockTable&) = delete;

  std::size_t size() const { return size_; }
  // The entry with that key, or nullptr. `hash` is the hash of the key, and the table uses its low bits.
  ItemLock* find(std::string_view key, std::size_t hash) const;
  // Adds an entry whose key and hash are set. The entry keeps its address. Requires: no entry has the same key.
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
