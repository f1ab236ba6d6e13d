// Store: an ordered map from byte strings to byte strings, with atomic batches and snapshots. It does not know items.
// All methods may be called from several threads. A Store must outlive the snapshots and iterators that it returned.
// PinnedBytes may outlive it. A key must not be empty.
#pragma once

#include <partita/error.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/batch.h"

namespace partita::storage {

class ChangeLog;

// Bytes that stay in memory (in a cache block, a memtable or a row in memory) until the last copy of this object is
// destroyed.
struct PinnedBytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

// The store as it was at one moment. It is freed with its last owner.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
};

struct ReadOptions {
  const Snapshot* snapshot = nullptr;  // default: the newest state
  bool no_wait = false;                // read only memory and never wait for a disk
  bool fill_cache = true;              // false: the data is read once, so it must not push out data that is read often
};

enum class ReadState : std::uint8_t {
  Found,
  Missing,
  NotCached,  // with no_wait, the answer is not in memory
};
struct GetResult {
  ReadState state = ReadState::Missing;
  PinnedBytes value;  // set if Found
};

enum class Direction : std::uint8_t { Forward, Reverse };

// The iterator is at an entry or past the end, and sees one moment of the store. Only one thread at a time may use it,
// but it may move between threads.
class Iterator {
 public:
  virtual ~Iterator() = default;
  virtual bool valid() const = 0;
  virtual void next() = 0;  // in the iterator's direction. Requires: valid()
  // The views are valid until next() or until the iterator is destroyed. Requires: valid()
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  // The reason why valid() is false. Missing: the range has ended. NotCached: the iterator must not wait and ended too
  // soon, before an entry that is not in memory, or after it skipped a thousand tombstones or older values in a row.
  // Requires: !valid()
  // Errors: InternalServerError, Corruption.
  virtual Result<ReadState> end_state() const = 0;
};

struct IteratorOptions : ReadOptions {
  std::string lower;  // inclusive; empty: from the first key
  std::string upper;  // exclusive; empty: to the last key
  Direction direction = Direction::Forward;
  // True promises that discard() was not called for keys of the range, and that no batch erased a range in it.
  // RocksDB 7.8 loses the failure to read the first block of a table file if it has to heed erased ranges (its PR
  // 11782): the iterator then leaves out the rest of a level in silence, or ends with Missing in place of NotCached or
  // an error. So each iterator whose entries are answered to somebody must have it.
  bool never_discarded = false;
  // True promises that all keys share the first `kPrefixBytes` bytes (table, index, hash), so that bloom filters help.
  // Otherwise the keys are read in total order.
  bool within_prefix = false;
};

struct StoreStatistics {
  std::uint64_t reads = 0;       // keys that get and get_many were asked for
  std::uint64_t seeks = 0;       // iterators made
  std::uint64_t bytes_read = 0;  // by get and iterators
  std::uint64_t writes = 0;      // batches written; batches that are written together count once each
  std::uint64_t syncs = 0;       // syncs of the write-ahead log
  std::uint64_t cache_hits = 0;  // in the block cache, rows included
  std::uint64_t cache_misses = 0;
  std::uint64_t entries_skipped = 0;  // by iterators, between one key and the next: tombstones and older values
  std::uint64_t stalled_us = 0;       // microseconds that writes waited because flushes and compactions lagged behind
  std::uint64_t many_reads = 0;       // get_many calls

  // The current state. All are 0 if the store has no files.
  std::uint64_t file_bytes = 0;             // of the table files in use
  std::uint64_t memtable_bytes = 0;         // written, but not yet in table files
  std::uint64_t compaction_debt_bytes = 0;  // about the bytes that compactions must still rewrite
  std::uint64_t pinned_cache_bytes = 0;     // that the cache cannot push out now (indexes, filters, blocks that readers
                                            // hold)
  std::uint64_t stalls = 0;                 // 1: writes wait or are slowed down
};

// The keys in [lower, upper).
struct KeyRange {
  std::string lower;
  std::string upper;
};

class Store {
 public:
  // Length in bytes of the key prefix over which bloom filters are made: [table u32][index u16][hash u32].
  static constexpr std::size_t kPrefixBytes = 10;

  virtual ~Store() = default;

  // Errors: InternalServerError (I/O), Corruption.
  virtual Result<GetResult> get(std::string_view key, const ReadOptions& options = {}) const = 0;
  // The values of several keys, in the order of `keys`, each as from get(). All are of the same moment only if a
  // snapshot is given. With no_wait, the keys after the first that is NotCached may be NotCached too. Errors: as
  // get().
  virtual Result<std::vector<GetResult>> get_many(std::span<const std::string_view> keys,
                                                  const ReadOptions& options = {}) const;
  // Requires: a snapshot in `options` outlives the iterator. An error is reported by end_state().
  virtual std::unique_ptr<Iterator> iterate(const IteratorOptions& options) const = 0;
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;

  enum class Sync : std::uint8_t { No, Yes };
  // Makes all of `batch` visible at once. With Sync::Yes it is durable before write() returns.
  // Errors: InternalServerError, Corruption. After an error it is unknown whether the batch was written until the next
  // write succeeds. The store heals itself without a restart as soon as it can, for example when the disk has space
  // again.
  virtual Result<void> write(const Batch& batch, Sync sync) = 0;
  // Whether write() may wait for a disk, with either Sync. If so, a thread that must not wait leaves the write to
  // another thread.
  virtual bool write_may_wait() const = 0;
  // Whether the store accepts writes and the next one needs no healing first. Never waits.
  virtual bool can_write() const = 0;
  // Writes several batches, in their order, as one, with one sync.
  virtual Result<void> write(std::span<const Batch* const> batches, Sync sync) = 0;

  // Erases [from, upper) in pieces and gives the space back. One call does a bounded piece, or stops early when
  // `stop_flag` becomes true. Returns the key from which to go on, or nullopt once all keys are erased.
  // Requires: no thread reads or writes these keys, not even in an earlier snapshot. Errors: InternalServerError,
  // Corruption.
  virtual Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                                     std::atomic<bool>& stop_flag) = 0;

  // Makes all earlier writes durable (a clean shutdown with Sync::No uses it). Heals the store first if needed.
  // Errors: InternalServerError, Corruption.
  virtual Result<void> flush() = 0;
  // Reads all table files and compares their checksums. Has no effect if the store has no files. Errors:
  // InternalServerError, Corruption, which names the file.
  virtual Result<void> check_files() const { return {}; }
  // Makes the caches smaller by so many bytes, but by no more than half, because the caller needs them. The last call
  // counts. May be called from any thread, and takes no memory.
  virtual void set_aside(std::size_t /*bytes*/) noexcept {}
  virtual StoreStatistics statistics() const = 0;
  // The writes of the store, if it was opened to keep them (StoreOptions::kept_log_bytes); otherwise nullptr. It
  // lives as long as the store.
  virtual ChangeLog* change_log() { return nullptr; }
  // About how many bytes of table files hold each of the ranges, in their order; empty if the store has no files.
  virtual std::vector<std::uint64_t> file_bytes_of(std::span<const KeyRange> /*ranges*/) const { return {}; }
};

}  // namespace partita::storage
