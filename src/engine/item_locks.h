// ItemLocks: who may write which item, and what its last writer made of it that is not in the store yet.
//
// A lock is an entry in a table by the item's whole store key, so that only writers of the same item meet. An entry is
// there while its item is locked, awaited, or has a write on its way: the table is as large as what is under way.
//
// A writer takes the locks of all its items (a LockSet), makes one batch of its changes, and releases the locks as soon as
// the batch has its place in the log, long before it is durable. Until the batch is settled (in the store, or failed) the
// entries show what it makes of its items to the next writers, who build upon that. Readers read the store.
//
// Invariants
// 1. A lock has one holder at most. Waiters get it in the order in which they came: nobody is overtaken, nobody starves.
// 2. A set takes its locks in ascending order of their keys, so while it waits for one it holds only lower ones, and waiting
//    never closes a circle. Who holds all its locks goes on to a read of the disk and, where it keeps the locks
//    until its batch is settled, to the log: neither waits for a lock.
// 3. No thread waits for a lock. A set that has to wait is continued on a thread that does nothing else, so never behind pages
//    and reads of the disk, and never inside release(), which returns at once.
// 4. An entry shows what the item becomes if its last writer's batch, and all that it is built upon, become durable. Who
//    builds upon it tells the commit pipeline its Place, which fails the one if the other fails.
#pragma once

#include "engine/executor.h"
#include "engine/place.h"

#include <absl/container/inlined_vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace partita::engine {

class ItemLocks;
struct ItemLock;  // an entry of the table

// The locks of one writer. Keeps its address while it holds or awaits locks, and until what it announced is settled.
class LockSet {
 public:
  struct Lock {
    std::string_view key;
    std::uint32_t index = 0;  // how many were added before it
    bool seen_on_its_way = false;  // a write of the item was, when the lock was got
    const std::optional<std::string>* announced = nullptr;  // until it is settled
    ItemLock* entry = nullptr;
  };

  LockSet() = default;
  LockSet(const LockSet&) = delete;
  LockSet& operator=(const LockSet&) = delete;

  // Requires: acquire() is still to come; `key` lives as long as this and is added once.
  void add_lock(std::string_view key) { locks_.push_back({.key = key, .index = static_cast<std::uint32_t>(locks_.size())}); }
  // From acquire() on in ascending order.
  const auto& locks() const { return locks_; }

 protected:
  ~LockSet() = default;

 private:
  friend class ItemLocks;
  // All locks are held, after acquire() had returned false. Must not wait, nor read a disk.
  virtual void all_held() = 0;

  absl::InlinedVector<Lock, 1> locks_;
  std::size_t held_ = 0;
  LockSet* next_waiting_ = nullptr;
  std::uint8_t generation_ = 0;  // see wait_for_writers()
  bool announced_ = false;
};

class ItemLocks {
 public:
  // Requires: `handovers` outlives the locks, and runs nothing else.
  explicit ItemLocks(Executor& handovers);
  // Requires: no lock is held.
  ~ItemLocks();
  ItemLocks(const ItemLocks&) = delete;
  ItemLocks& operator=(const ItemLocks&) = delete;

  // true: all are held. false: all_held() will be called, and may have been already.
  bool acquire(LockSet& set);
  // Requires of all that follow: the set holds its locks, unless they say otherwise.

  struct OnItsWay {
    std::optional<std::string> item;  // what it becomes, encoded; nullopt: nothing
    Place place = kNoPlace;           // of the batch that makes it so
  };
  // What the last writer made of the item, where its batch is not settled.
  std::optional<OnItsWay> on_its_way(const LockSet::Lock& lock) const;
  // Says what the set makes of the item of its `position`-th lock, which the writers are shown that come after release() with a
  // place. Requires: `item` lives, and does not change, until settle().
  void announce(LockSet& set, std::size_t position, const std::optional<std::string>& item);
  // Releases those that the set has. `place`: of the batch that makes the items what was announced; none where the batch got
  // none, and then what the writers before it made of the items is still what is shown.
  void release(LockSet& set, Place place = kNoPlace);
  // The batch is in the store, or has failed. Before or after release(). Does nothing where nothing was announced.
  void settle(LockSet& set);

  // Waits until the batches of all writers that hold or await locks now are settled. Must not be called by such a writer.
  void wait_for_writers();

  struct Statistics {
    std::uint64_t waiting = 0;  // writers, now
    std::uint64_t waits = 0;    // for a lock, so far
    std::uint64_t entries = 0;  // items that are locked, or have a write on its way, now
  };
  Statistics statistics() const;

 private:
  struct Shard;
  Shard& shard_of(std::size_t hash) const;
  // Takes the locks that are left; false: one of them is to be waited for, and the set may be gone.
  bool advance(LockSet& set);
  // Goes on with a set that has got the lock that it waited for.
  void hand_over(LockSet& next);

  Executor& handovers_;
  const std::unique_ptr<Shard[]> shards_;
  std::mutex one_waits_for_writers_;
};

}  // namespace partita::engine
