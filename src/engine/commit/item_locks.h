// ItemLocks: the locks of the items that are being written, and the new images of items that are not in the store yet.
//
// A lock is an entry in a table. The entry's key is the item's whole store key, so only writers of the same item meet.
// An entry exists while its item is locked, awaited, or has a write on its way. So the table grows only with the writes
// under way.
//
// A writer takes the locks of all its items (a LockSet), makes one batch of its changes, and releases the locks as soon
// as the batch has its place in the log, long before it is durable. A batch is settled when it is in the store or has
// failed. Until then the entries show the new images of its items to the next writers, which build upon them. Readers
// read the store.
//
// Invariants
// 1. A lock has at most one holder. Waiters get the lock in the order in which they came, so no waiter is overtaken or
//    starves.
// 2. A set takes its locks in ascending order of their keys, so while it waits for one it holds only lower ones, and a
//    cycle of waiters is impossible. A set that holds all its locks goes on to a read of the disk, to the room for
//    large writes and, if it keeps the locks until its batch is settled, to the log. These steps wait for no lock.
// 3. ItemLocks makes no thread wait for a lock. A set that had to wait is continued on the thread for handovers, so it
//    never waits behind pages and reads of the disk. It never continues inside release(), which returns at once.
// 4. If conflicts fail (--transactions conflict), a transaction keeps its locks until its batch is settled, and no
// writer
//    but a job waits for it.
// 5. An entry shows the image that the item gets if its last writer's batch and all batches under that one become
//    durable. A writer that builds upon the image gives its CommitPlace to the commit pipeline, which fails the
//    writer's batch if the batch at that place fails.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/commit/place.h"
#include "engine/threads/executor.h"

namespace partita::engine {

class ItemLocks;
struct ItemLock;  // an entry of the table

// What a set of locks is for.
enum class LocksOf : std::uint8_t {
  Job,          // always waits
  Write,        // of one item
  Batch,        // does without the locks of items that a transaction has
  Transaction,  // keeps its locks until its batch is settled, if conflicts fail
};

// What a writer does that meets a transaction which holds or awaits the lock of an item.
enum class OnConflict : std::uint8_t {
  Wait,
  Fail,  // gets no lock of that item; jobs still wait
};

// The locks of one writer. One thread may use a set at a time. The set must keep its address while it holds or awaits
// locks, and until its announcements are settled.
class LockSet {
 public:
  struct Lock {
    std::string_view key;
    std::uint32_t index = 0;       // the number of locks that were added before it
    bool seen_on_its_way = false;  // a write of the item was on its way when the set got the lock
    bool conflicts = false;        // a transaction has the item, and the set does without the lock
    bool skipped = false;          // the set does without the lock
    const std::optional<std::string>* announced = nullptr;  // nullptr before announce() and after settle()
    ItemLock* entry = nullptr;
  };

  explicit LockSet(LocksOf of = LocksOf::Job) : of_(of) {}
  LockSet(const LockSet&) = delete;
  LockSet& operator=(const LockSet&) = delete;

  // Requires: acquire() was not called yet, and `key` is added only once. `key` must outlive the set.
  void add_lock(std::string_view key) {
    locks_.push_back({.key = key, .index = static_cast<std::uint32_t>(locks_.size())});
  }
  // The locks, which acquire() sorts in ascending order of their keys.
  const auto& locks() const { return locks_; }
  // Whether a transaction has one of the items. Then each such lock `conflicts`, and a set other than a batch does not
  // hold the rest either.
  bool has_conflict() const { return has_conflict_; }

 protected:
  ~LockSet() = default;

 private:
  friend class ItemLocks;
  // Called when all locks are held or skipped, after acquire() had returned false. It runs on the thread for handovers,
  // so it must not wait or read a disk.
  virtual void all_held() = 0;

  absl::InlinedVector<Lock, 1> locks_;
  std::size_t held_ = 0;
  LockSet* next_waiting_ = nullptr;
  const LocksOf of_;
  bool has_conflict_ = false;
  std::uint8_t generation_ = 0;  // see wait_for_writers()
  bool announced_ = false;
};

class ItemLocks {
 public:
  // `handovers` must outlive the locks and run only short tasks that never wait.
  explicit ItemLocks(Executor& handovers, OnConflict on_conflict = OnConflict::Wait);
  // Requires: no lock is held.
  ~ItemLocks();
  ItemLocks(const ItemLocks&) = delete;
  ItemLocks& operator=(const ItemLocks&) = delete;

  OnConflict on_conflict() const { return on_conflict_; }

  // Takes the locks of the set. Returns true if all are held or skipped. If it returns false, all_held() will be
  // called, and may have been called already. An empty set holds all its locks at once. May throw std::bad_alloc; then
  // release() frees the locks taken.
  bool acquire(LockSet& set);

  // Whether a write of the item is under way, other than of a job.
  bool is_being_written(std::string_view key) const;

  struct OnItsWay {
    std::optional<std::string> item;  // the new image, encoded; nullopt if the item will be deleted
    CommitPlace place = kNoPlace;     // the place of the batch that makes the image
  };
  // The image that the last writer made of the item; nullopt if all writes of the item are settled. Requires: the lock
  // is held.
  std::optional<OnItsWay> on_its_way(const LockSet::Lock& lock) const;
  // Announces the set's new image of the item whose lock is at `position` in locks(). Later writers see it after
  // release() with a place. `item` must live unchanged until settle(). Requires: the set holds its locks.
  void announce(LockSet& set, std::size_t position, const std::optional<std::string>& item);
  // Releases the locks that the set holds. `place` is the place of the batch that makes the announced images. If the
  // batch got no place, later writers still see the image of the writer before.
  void release(LockSet& set, CommitPlace place = kNoPlace);
  // Ends the set's announcements. Must be called once its batch is in the store or has failed, before or after
  // release(). Has no effect on a set without announcements.
  void settle(LockSet& set);

  // Blocks the thread until all writers that hold or await locks at the call have released them and settled their
  // batches. Such a writer must not call it.
  void wait_for_writers();

  struct Statistics {
    std::uint64_t waiting = 0;  // writers that wait now
    std::uint64_t waits = 0;    // waits for a lock so far
    std::uint64_t entries = 0;  // items that are now locked or have a write on its way
  };
  // May be called from any thread.
  Statistics statistics() const;

 private:
  struct Shard;
  Shard& shard_of(std::size_t hash) const;
  // Takes the set's remaining locks. Returns false if the set must wait for one of them; then the set may be destroyed
  // already.
  bool advance(LockSet& set);
  // Continues a set that has got the lock that it waited for.
  void hand_over(LockSet& next);

  // Makes the set do without its next lock, if it must. Requires: the mutex of the entry's shard is held.
  bool skips(LockSet& set, const ItemLock& entry) const;

  Executor& handovers_;
  const OnConflict on_conflict_;
  const std::unique_ptr<Shard[]> shards_;
  std::mutex waiter_mutex_;
};

}  // namespace partita::engine
