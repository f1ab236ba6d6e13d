// Tombstones: gets rid of what erased keys leave behind where a reader has stumbled over much of it.
//
// An erased key stays as a tombstone, which each iterator that passes it skips, until a compaction has reached the last
// level that may hold the key. A queue's head is nothing but tombstones: behind 20,000 of them a page of one item took
// 10 ms. RocksDB compacts by size alone, so the reader asks for it.
#pragma once

#include "storage/healer.h"

#include <rocksdb/db.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

namespace partita::storage {

class Tombstones {
 public:
  // Requires: both outlive this.
  Tombstones(rocksdb::DB& db, Healer& healer) : db_(db), healer_(healer) {}
  // Ends a compaction under way.
  ~Tombstones();
  Tombstones(const Tombstones&) = delete;
  Tombstones& operator=(const Tombstones&) = delete;

  // An iterator has skipped `skipped` entries on its way to `read` ones between the keys `from` and `to`; each empty:
  // the first, the last. Where that is far too many, the keys between them are compacted on a thread of this, one such
  // range at a time, with a pause behind each. From any thread.
  void passed(std::uint64_t skipped, std::uint64_t read, const std::string& from,
              const std::string& to);

 private:
  void compact(const std::string& from, const std::string& to);

  rocksdb::DB& db_;
  Healer& healer_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> busy_ = false;
  std::chrono::steady_clock::time_point pause_ends_{};  // of the one who is busy
  std::mutex mutex_;
  std::thread thread_;  // guarded by mutex_
};

}  // namespace partita::storage
