// Tombstones: removes the remains of erased keys after a reader had to skip many of them.
//
// An erased key stays as a tombstone, which each iterator that passes it must skip, until a compaction has reached the
// last level that may hold the key. The head of a queue consists of tombstones, so reading the first item of the queue
// becomes slow. RocksDB chooses its compactions by size, so the reader asks for this one.
#pragma once

#include <rocksdb/db.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "storage/rocks/recovery/healer.h"

namespace partita::storage {

class Tombstones {
 public:
  // Requires: both arguments outlive this object.
  Tombstones(rocksdb::DB& db, Healer& healer) : db_(db), healer_(healer) {}
  // Cancels a compaction under way and waits for its end.
  ~Tombstones();
  Tombstones(const Tombstones&) = delete;
  Tombstones& operator=(const Tombstones&) = delete;

  // Reports that an iterator skipped `skipped` entries on its way to `read` entries between the keys `from` and `to`.
  // An empty string means no bound. If it skipped far too many, a thread of this object compacts the keys in between:
  // one range at a time, with a pause after each. May be called from any thread.
  void passed(std::uint64_t skipped, std::uint64_t read, const std::string& from, const std::string& to);

 private:
  void compact(const std::string& from, const std::string& to);

  rocksdb::DB& db_;
  Healer& healer_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> busy_ = false;
  std::chrono::steady_clock::time_point pause_ends_{};  // guarded by busy_
  std::mutex mutex_;
  std::thread thread_;  // guarded by mutex_
};

}  // namespace partita::storage
