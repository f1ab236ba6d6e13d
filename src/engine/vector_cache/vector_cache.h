// VectorCache: the partitions of vector indexes that searches use, in memory.
//
// The store's entries are the truth. A partition is read from the store by its first search. From then on each writer
// reports the keys that its batch changed, after the batch became visible and before the writer is answered. The next
// search of the partition reads these keys again. So a search sees each write that was answered before it began,
// whatever the order of the reports, and writers never wait for a search.
//
// A partition with many vectors gets an index of codes, which a thread makes while searches compare all vectors, and
// again when many vectors have changed (vectors/tailed_index.h). It goes with the partition.
//
// Partitions that are being read count as soon as their rows are in memory, and are never removed for others. The
// threads of the executor that may read partitions at a time are limited by turns, so that other operations have the
// rest.
//
// After a write that failed it is unknown whether its batch becomes visible later, until the next write succeeds. Until
// then no partition is used. All functions may be called from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/threads/executor.h"
#include "engine/vector_cache/partition_rows.h"
#include "engine/vector_cache/search_turns.h"
#include "storage/store.h"

namespace partita::engine {

class VectorCache {
 public:
  // The partitions take about `most_bytes` at most, but for an index that is being made. Those that were not searched
  // for the longest time go first. Partitions of `approximate_from` vectors or more are searched by an index. 0: none
  // is. At most `most_turns` searches have a turn at a time.
  VectorCache(std::size_t most_bytes, std::size_t approximate_from, std::size_t most_turns)
      : most_bytes_(most_bytes),
        approximate_from_(approximate_from),
        turns_(most_turns, [this](std::string_view prefix) { return turns_needed(prefix); }) {}
  ~VectorCache();

  // A number for settled(). A writer must ask for it before it writes.
  std::uint64_t failures() const { return failures_.load(); }
  // Reports that a batch became visible or failed. `failures` is the number from before the write.
  void settled(const storage::Batch& batch, bool succeeded, std::uint64_t failures) noexcept;
  // Reports one entry that may have changed.
  void changed(std::string_view key) noexcept;

  // A turn lets a search read the store. Only one search at a time has the turn of a partition, unless the partition is
  // too large for the memory. A partition in memory needs no turn.
  using Turn = SearchTurns::Turn;
  // The turn of a search on a thread that others need too. nullopt if it must wait: then `granted` is called once with
  // the turn, on any thread. `granted` must not search by itself.
  std::optional<Turn> take_turn(const VectorSearch& search, SearchTurns::Granted granted) {
    return turns_.take(search.prefix, std::move(granted));
  }

  using Rows = std::vector<PartitionRows::Found>;
  // The best rows of the partition, which is read from the store first if it is not there. nullopt if the partition
  // would take more than all the memory, or more than those leave that are being read, or if no partition may be used
  // now. It waits for the disk and for other searches of the partition. `check` is called from time to time while the
  // partition is read. Its error ends that, and is returned. Errors: InternalServerError, Corruption.
  using Check = std::function<Result<void>()>;
  Result<std::optional<Rows>> search(const storage::Store& store, const VectorSearch& search, const Scorer& scorer,
                                     const Check& check);
  // The same for an event loop, without waiting. nullopt also if the partition is not there, has changes, or has more
  // than `most_bytes` of vectors.
  std::optional<Rows> search_at_once(const VectorSearch& search, const Scorer& scorer, std::size_t most_bytes);

  // Forgets the partitions of a dropped table or index, whose keys are in [lower, upper).
  void forget(std::string_view lower, std::string_view upper) noexcept;

  struct Statistics {
    std::uint64_t bytes = 0;
    std::uint64_t partitions = 0;
    std::uint64_t vectors = 0;
    std::uint64_t indexed_vectors = 0;  // of partitions that are searched by an index
  };
  Statistics statistics() const;

 private:
  struct Partition;
  class LoadingMark;
  using PartitionPtr = std::shared_ptr<Partition>;

  // Whether a write failed, and none has succeeded since then.
  bool is_distrusted() const { return failures_.load() != trusted_failures_.load(); }
  void report(std::string_view key);
  PartitionPtr find(std::string_view prefix) const;
  PartitionPtr find_or_add(const VectorSearch& search);
  // The partitions that go are freed without the lock, because that may take a tenth of a second.
  void remove(const PartitionPtr& partition);
  void remove_all();
  // Notes the size of the partition, and removes others until all fit, but none that is being read. Returns false, and
  // removes the partition, if that does not suffice.
  bool fit(const PartitionPtr& partition, std::size_t bytes, std::size_t rows, std::size_t indexed_rows);
  // Has the thread make an index of the partition, if it should have another one. Requires: the rows are locked.
  void ask_for_index(const PartitionPtr& partition);
  void make_index(const PartitionPtr& partition);
  Result<bool> bring_up_to_date(const storage::Store& store, const PartitionPtr& partition, const Check& check);
  // Sets `loaded` if it succeeds, and if the partition has not gone meanwhile.
  Result<bool> load(const storage::Store& store, const PartitionPtr& partition, const Check& check);
  // Whether the rows take more than all the memory. Requires: they are locked.
  bool exceeds(Partition& partition) const;
  bool is_too_large(std::string_view prefix, std::uint64_t number) const;
  void note_too_large(const std::string& prefix, std::uint64_t number);
  SearchTurns::Need turns_needed(std::string_view prefix) const;
  Result<bool> reread(const storage::Store& store, const PartitionPtr& partition, std::vector<std::string> keys);

  const std::size_t most_bytes_;
  const std::size_t approximate_from_;
  std::atomic<std::uint64_t> failures_ = 0;
  // The failures that a later write has proven harmless by its success. It never decreases.
  std::atomic<std::uint64_t> trusted_failures_ = 0;
  std::atomic<bool> has_partitions_ = false;
  // Each search changes it, so it must not share a cache line with what all writers read.
  alignas(64) std::atomic<std::uint64_t> searches_ = 0;
  mutable std::shared_mutex mutex_;
  std::map<std::string, PartitionPtr, std::less<>> partitions_;  // by prefix; guarded by mutex_
  std::map<std::string, std::uint64_t, std::less<>> too_large_;  // the search that found it; guarded by mutex_
  std::size_t bytes_ = 0;                                        // guarded by mutex_
  SearchTurns turns_;
  std::atomic<bool> stopping_ = false;
  Executor makers_{1};  // of indexes
};

}  // namespace partita::engine
