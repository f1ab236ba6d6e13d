// Store: an ordered map from byte strings to byte strings, with atomic batches and snapshots. It has never heard of an
// item. All methods may be called from several threads. A Store outlives the snapshots and iterators it gave; bytes may
// outlive it.
// Keys are not empty.
#pragma once

#include "storage/batch.h"

#include <partita/error.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::storage {

// Bytes kept in place (a cache block, a memtable, a row in memory) until the last copy of this goes.
struct PinnedBytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

// The store as it was at one moment; freed with its last owner.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
};

struct ReadOptions {
  const Snapshot* snapshot = nullptr;  // default: now
  bool cached_only = false;            // what is in memory only: never waits for a disk
  bool fill_cache = true;              // false: what is read once only, and not to push out what is read often
};

enum class ReadState : std::uint8_t {
  Found,
  Missing,
  NotCached,  // cached_only, and the answer is not in memory
};
struct GetResult {
  ReadState state = ReadState::Missing;
  PinnedBytes value;  // Found
};

enum class Direction : std::uint8_t { Forward, Reverse };

// Stands on an entry or past the end. Sees one moment of the store. Not for several threads at once; may move between
// threads.
class Iterator {
 public:
  virtual ~Iterator() = default;
  virtual bool valid() const = 0;
  virtual void next() = 0;  // in the iterator's direction. Requires: valid()
  // Valid until next() or the iterator's end. Requires: valid()
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  // Asked once valid() is false: why. NotCached as an iterator that was made cached_only ended too soon, before what is not in
  // memory or behind some thousand erased keys; Missing at the true end. Errors: InternalServerError, Corruption.
  virtual Result<ReadState> end_state() const = 0;
};

struct IteratorOptions : ReadOptions {
  std::string lower;  // inclusive; empty: from the first key
  std::string upper;  // exclusive; empty: to the last key
  Direction direction = Direction::Forward;
  // The keys share the first `kPrefixBytes` bytes (table, index, hash), so that bloom filters help; otherwise all are
  // read in total order.
  bool within_prefix = false;
};

struct StoreStatistics {
  std::uint64_t reads = 0;          // keys that get and get_many were asked for
  std::uint64_t seeks = 0;          // iterators made
  std::uint64_t bytes_read = 0;     // by get and iterators
  std::uint64_t writes = 0;         // write calls, batches merged by the store counted once each
  std::uint64_t syncs = 0;          // WAL syncs
  std::uint64_t cache_hits = 0;     // block cache
  std::uint64_t cache_misses = 0;
  std::uint64_t entries_skipped = 0;  // by iterators, between one key and the next: tombstones and older values
  std::uint64_t stalled_us = 0;       // that writes waited because flushes and compactions lagged behind
  std::uint64_t many_reads = 0;       // get_many calls

  // As it is now; 0 where there are no files.
  std::uint64_t file_bytes = 0;             // of the table files in use
  std::uint64_t memtable_bytes = 0;         // written, not yet in table files
  std::uint64_t compaction_debt_bytes = 0;  // that compactions have yet to rewrite, about
  std::uint64_t pinned_cache_bytes = 0;     // of the cache, that cannot be pushed out now: indexes, filters, what readers hold
  std::uint64_t stalls = 0;                 // 1: writes wait, or are slowed down
};

// [lower, upper)
struct KeyRange {
  std::string lower;
  std::string upper;
};

class Store {
 public:
  // Length of the key prefix that bloom filters are made over: [table u32][index u16][hash u32].
  static constexpr std::size_t kPrefixBytes = 10;

  virtual ~Store() = default;

  // Errors: InternalServerError (I/O), Corruption.
  virtual Result<GetResult> get(std::string_view key, const ReadOptions& options = {}) const = 0;
  // The values of several keys, in their order: as get() for each of them, all at the same moment where a snapshot is given.
  // With cached_only, those behind the first that is NotCached may be NotCached too.
  virtual Result<std::vector<GetResult>> get_many(std::span<const std::string_view> keys,
                                                  const ReadOptions& options = {}) const;
  virtual std::unique_ptr<Iterator> iterate(const IteratorOptions& options) const = 0;
  virtual std::shared_ptr<const Snapshot> snapshot() const = 0;

  enum class Sync : std::uint8_t { No, Yes };
  // Makes all of `batch` visible at once, durable before it returns with Sync::Yes.
  // Errors: InternalServerError; then whether the batch is there is unknown until the next write succeeds, and the
  // store heals itself where it can (space returned), without a restart.
  virtual Result<void> write(const Batch& batch, Sync sync) = 0;
  // Whether write() may wait for a disk, whatever its Sync: a thread that must not wait then leaves it to another.
  virtual bool write_may_wait() const = 0;
  // Whether the next write would not have to heal the store first. Never waits.
  virtual bool can_write() const = 0;
  // Several batches in their order as one, with one sync.
  virtual Result<void> write(std::span<const Batch* const> batches, Sync sync) = 0;

  // Erases [from, upper), not all at once, and gives its space back. Does a bounded piece, or as much as is done when
  // `call_off` becomes true: the key to go on from, or nullopt once all is gone.
  // Requires: nobody reads or writes there, not by an earlier snapshot either. Errors: InternalServerError.
  virtual Result<std::optional<std::string>> discard(std::string_view from, std::string_view upper,
                                                     std::atomic<bool>& call_off) = 0;

  // Makes everything written so far durable (used on clean shutdown with Sync::No). Heals the store first where it is to be
  // healed. Errors: InternalServerError.
  virtual Result<void> flush() = 0;
  virtual StoreStatistics statistics() const = 0;
  // About how many bytes of table files hold each of the ranges; empty where there are no files.
  virtual std::vector<std::uint64_t> file_bytes_of(std::span<const KeyRange> /*ranges*/) const { return {}; }
};

// Values written with Batch::add are two big-endian 64-bit two's complement sums.
constexpr std::size_t kSumsBytes = 16;
struct Sums {
  std::int64_t first = 0;
  std::int64_t second = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};
// Requires: `bytes` is such a value, of kSumsBytes.
Sums decode_sums(std::string_view bytes);
void encode_sums(const Sums& sums, std::string& out);
// Puts into `out` what stands at a key after an add of `delta`: `before` plus that, in arithmetic that wraps. What is no
// sums stays as it is. Requires: `delta` is such a value; `out` is neither of the two.
void add_sums(std::optional<std::string_view> before, std::string_view delta, std::string& out);

}  // namespace partita::storage
