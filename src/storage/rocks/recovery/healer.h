// Healer: after a failed write it makes the next write succeed as soon as the disk works again, without reopening the
// database. Iterators, snapshots and pinned bytes stay valid throughout.
//
// Invariant: no write is acknowledged between a failure of the log and the flush that makes the log dispensable.
#pragma once

#include <rocksdb/status.h>

#include <atomic>
#include <memory>
#include <shared_mutex>

#include "storage/rocks/recovery/store_env.h"
#include "storage/rocks/recovery/wal_guard.h"

namespace rocksdb {
class DB;
struct DBOptions;
}  // namespace rocksdb

namespace partita::storage {

class Healer {
 public:
  // Requires: `env` is the database's and outlives this object.
  Healer(std::shared_ptr<WalGuard> guard, StoreEnv& env)
      : guard_(std::move(guard)), env_(env), background_error_(std::make_shared<std::atomic<bool>>(false)) {}

  // Makes RocksDB report the errors of its threads to this object. Requires: the database is opened with `options`.
  void listen(rocksdb::DBOptions& options) const;

  bool healthy() const { return !guard_->failed() && !background_error_->load(std::memory_order_relaxed); }
  // A write must hold this lock while it runs, and must release it before it calls heal().
  std::shared_lock<std::shared_mutex> begin_write() { return std::shared_lock(write_mutex_); }
  // Waits for the writes under way, then heals the store. If another thread has healed it already, returns at once.
  // Errors: the disk's failure, if it still fails.
  rocksdb::Status heal(rocksdb::DB& db);

 private:
  rocksdb::Status resume(rocksdb::DB& db);
  rocksdb::Status replace_log(rocksdb::DB& db);
  rocksdb::Status flush_all(rocksdb::DB& db);

  const std::shared_ptr<WalGuard> guard_;
  StoreEnv& env_;
  const std::shared_ptr<std::atomic<bool>> background_error_;
  std::shared_mutex write_mutex_;
};

}  // namespace partita::storage
