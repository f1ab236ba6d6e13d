// Stall: tells when writes must be refused because the compactions fail that would merge the files of earlier writes.
//
// If the disk has room for small files only, flushes succeed and compactions fail. Each flush then adds a file to level
// 0, which every read must look into. RocksDB would let all writes wait for a compaction, without an end.
#pragma once

#include <atomic>
#include <memory>

namespace rocksdb {
class DB;
struct DBOptions;
}  // namespace rocksdb

namespace partita::storage {

class Stall {
 public:
  // The files of level 0 from which on writes are refused while compactions fail. RocksDB stops writes there by
  // default.
  static constexpr int kMostFiles = 36;

  Stall() : failing_(std::make_shared<std::atomic<bool>>(false)) {}

  // Makes RocksDB report the outcomes of compactions to this object. Requires: the database is opened with `options`.
  void listen(rocksdb::DBOptions& options) const;

  // Whether compactions fail and too many files wait for them. RocksDB tries a failed compaction again by itself, so
  // this ends soon after the disk works again.
  bool refuses_writes(rocksdb::DB& db) const;

 private:
  // Whether a compaction has failed, and none of files of level 0 has succeeded since.
  const std::shared_ptr<std::atomic<bool>> failing_;
};

}  // namespace partita::storage
