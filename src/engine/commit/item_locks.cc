#include "engine/commit/item_locks.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <thread>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/lack_of_memory.h"
#include "engine/commit/item_lock_table.h"

namespace partita::engine {
namespace {

constexpr std::size_t kShards = 64;
// A shard keeps this many idle entries for the next items, so that a lock costs no allocation. It frees entries with
// longer keys.
constexpr std::size_t kSpareEntries = 64;
constexpr std::size_t kSpareKeyBytes = 256;

}  // namespace

struct alignas(64) ItemLocks::Shard {
  Shard() { spare.reserve(kSpareEntries); }

  mutable std::mutex mutex;
  ItemLockTable table;  // guarded by mutex, like all below
  std::vector<std::unique_ptr<ItemLock>> spare;
  std::uint64_t waiting = 0;
  std::uint64_t waits = 0;
  // For each of two generations, the number of sets whose first lock is in this shard. A set is counted from acquire()
  // until it is settled. The sets of the current generation began after the last wait_for_writers(), those of the other
  // one before it.
  std::array<std::size_t, 2> under_way{};
  std::uint8_t generation = 0;
  std::condition_variable passed;  // notified when an element of under_way becomes 0

  ItemLock& entry_of(std::string_view key, std::size_t hash) {
    if (ItemLock* found = table.find(key, hash)) return *found;
    std::unique_ptr<ItemLock> entry;
    if (spare.empty()) {
      entry = std::make_unique<ItemLock>();
    } else {
      entry = std::move(spare.back());
      spare.pop_back();
    }
    entry->key.assign(key);
    entry->hash = hash;
    return table.add(std::move(entry));
  }
  void forget_if_idle(ItemLock& entry) {
    if (!entry.idle()) return;
    std::unique_ptr<ItemLock> removed = table.remove(entry);
    if (spare.size() < kSpareEntries && removed->key.capacity() <= kSpareKeyBytes) spare.push_back(std::move(removed));
  }
  void leave(const LockSet& set) {
    if (--under_way[set.generation_] == 0) passed.notify_all();
  }
};

ItemLocks::ItemLocks(Executor& handovers, OnConflict on_conflict)
    : handovers_(handovers), on_conflict_(on_conflict), shards_(new Shard[kShards]) {}

ItemLocks::~ItemLocks() = default;

// A shard's table uses the low bits of the hash, so this uses the high ones.
ItemLocks::Shard& ItemLocks::shard_of(std::size_t hash) const { return shards_[hash >> (64 - 6)]; }
static_assert(kShards == 1 << 6 && sizeof(std::size_t) == 8);

bool ItemLocks::acquire(LockSet& set) {
  if (set.locks_.empty()) return true;
  std::sort(set.locks_.begin(), set.locks_.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  return advance(set);
}

bool ItemLocks::advance(LockSet& set) {
  while (set.held_ < set.locks_.size()) {
    LockSet::Lock& wanted = set.locks_[set.held_];
    const std::size_t hash = absl::Hash<std::string_view>{}(wanted.key);
    Shard& shard = shard_of(hash);
    const std::lock_guard lock(shard.mutex);
    ItemLock& entry = shard.entry_of(wanted.key, hash);  // may throw std::bad_alloc, so it comes before all changes
    if (set.held_ == 0) {
      set.generation_ = shard.generation;
      ++shard.under_way[set.generation_];
    }
    if (on_conflict_ == OnConflict::Fail && skips(set, entry)) {
      wanted.skipped = true;
      shard.forget_if_idle(entry);
      ++set.held_;
      continue;
    }
    wanted.entry = &entry;
    if (set.of_ == LocksOf::Transaction) ++entry.transactions;
    if (entry.holder != nullptr) {
      PARTITA_CHECK(entry.holder != &set);
      (entry.first_waiting == nullptr ? entry.first_waiting : entry.last_waiting->next_waiting_) = &set;
      entry.last_waiting = &set;
      ++shard.waiting;
      ++shard.waits;
      return false;
    }
    entry.holder = &set;
    wanted.seen_on_its_way = entry.writer != nullptr;
    ++set.held_;
  }
  return true;
}

// A set that has failed takes no further locks, but it learns which of its items have conflicts.
bool ItemLocks::skips(LockSet& set, const ItemLock& entry) const {
  if (set.of_ == LocksOf::Job) return false;
  LockSet::Lock& wanted = set.locks_[set.held_];
  wanted.conflicts = entry.transactions > 0;
  set.has_conflict_ = set.has_conflict_ || wanted.conflicts;
  return set.of_ == LocksOf::Batch ? wanted.conflicts : set.has_conflict_;
}

bool ItemLocks::is_being_written(std::string_view key) const {
  const std::size_t hash = absl::Hash<std::string_view>{}(key);
  const Shard& shard = shard_of(hash);
  const std::lock_guard lock(shard.mutex);
  const ItemLock* const entry = shard.table.find(key, hash);
  const auto writes = [](const LockSet* set) { return set != nullptr && set->of_ != LocksOf::Job; };
  return entry != nullptr && (writes(entry->holder) || writes(entry->writer));
}

std::optional<ItemLocks::OnItsWay> ItemLocks::on_its_way(const LockSet::Lock& lock) const {
  if (!lock.seen_on_its_way) return std::nullopt;
  const std::lock_guard guard(shard_of(lock.entry->hash).mutex);
  if (lock.entry->writer == nullptr) return std::nullopt;
  return OnItsWay{*lock.entry->item, lock.entry->place};
}

void ItemLocks::announce(LockSet& set, std::size_t position, const std::optional<std::string>& item) {
  LockSet::Lock& lock = set.locks_[position];
  const std::lock_guard guard(shard_of(lock.entry->hash).mutex);
  ++lock.entry->on_their_way;
  lock.announced = &item;
  set.announced_ = true;
}

void ItemLocks::release(LockSet& set, CommitPlace place) {
  // A set with announcements leaves its shard when it is settled.
  bool leaves = !set.announced_;
  for (std::size_t i = 0; i < set.held_; ++i) {
    const LockSet::Lock& held = set.locks_[i];
    if (held.skipped) {
      if (!std::exchange(leaves, false)) continue;
      Shard& shard = shard_of(absl::Hash<std::string_view>{}(held.key));
      const std::lock_guard guard(shard.mutex);
      shard.leave(set);
      continue;
    }
    ItemLock& entry = *held.entry;
    Shard& shard = shard_of(entry.hash);
    LockSet* next = nullptr;
    {
      const std::lock_guard guard(shard.mutex);
      PARTITA_CHECK(entry.holder == &set);
      if (leaves) shard.leave(set);
      leaves = false;
      // The image is shown only from here on, because a batch that gets no place must not hide the batch of the
      // previous writer.
      if (held.announced != nullptr && place != kNoPlace) {
        entry.writer = &set;
        entry.item = held.announced;
        entry.place = place;
      }
      if (set.of_ == LocksOf::Transaction) --entry.transactions;
      next = entry.first_waiting;
      entry.holder = next;
      if (next != nullptr) {
        entry.first_waiting = next->next_waiting_;
        next->next_waiting_ = nullptr;
        next->locks_[next->held_++].seen_on_its_way = entry.writer != nullptr;
        --shard.waiting;
      } else {
        shard.forget_if_idle(entry);
      }
    }
    if (next != nullptr) hand_over(*next);
  }
  set.held_ = 0;
}

// This function cannot report a lack of memory to a caller, so it retries until there is enough.
void ItemLocks::hand_over(LockSet& next) {
  bool all_held = false;
  while (!base::had_memory_for([&] { all_held = advance(next); })) std::this_thread::yield();
  if (!all_held) return;
  while (!base::had_memory_for([&] { handovers_.post([&next] { next.all_held(); }); })) std::this_thread::yield();
}

void ItemLocks::settle(LockSet& set) {
  if (!set.announced_) return;
  bool leaves = true;
  for (LockSet::Lock& lock : set.locks_) {
    if (!leaves && lock.announced == nullptr) continue;
    // An entry without an announcement may be destroyed by now.
    Shard& shard = shard_of(lock.announced != nullptr ? lock.entry->hash : absl::Hash<std::string_view>{}(lock.key));
    const std::lock_guard guard(shard.mutex);
    if (leaves) shard.leave(set);
    leaves = false;
    if (lock.announced == nullptr) continue;
    lock.announced = nullptr;
    ItemLock& entry = *lock.entry;
    --entry.on_their_way;
    if (entry.writer == &set) entry.writer = nullptr;
    shard.forget_if_idle(entry);
  }
}

void ItemLocks::wait_for_writers() {
  const std::lock_guard alone(waiter_mutex_);
  for (std::size_t i = 0; i < kShards; ++i) {
    Shard& shard = shards_[i];
    std::unique_lock lock(shard.mutex);
    const std::uint8_t before = shard.generation;
    shard.generation = 1 - before;
    shard.passed.wait(lock, [&] { return shard.under_way[before] == 0; });
  }
}

ItemLocks::Statistics ItemLocks::statistics() const {
  Statistics sum;
  for (std::size_t i = 0; i < kShards; ++i) {
    const std::lock_guard lock(shards_[i].mutex);
    sum.waiting += shards_[i].waiting;
    sum.waits += shards_[i].waits;
    sum.entries += shards_[i].table.size();
  }
  return sum;
}

}  // namespace partita::engine
