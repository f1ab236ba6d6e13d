#include "storage/healer.h"

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

namespace partita::storage {
namespace {

class ErrorListener final : public rocksdb::EventListener {
 public:
  explicit ErrorListener(std::shared_ptr<std::atomic<bool>> error) : error_(std::move(error)) {}
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* /*status*/) override {
    // A compaction that failed comes again by itself.
    if (reason != rocksdb::BackgroundErrorReason::kCompaction) *error_ = true;
  }

 private:
  const std::shared_ptr<std::atomic<bool>> error_;
};

}  // namespace

std::shared_ptr<rocksdb::EventListener> Healer::make_listener() const {
  return std::make_shared<ErrorListener>(background_error_);
}

rocksdb::Status Healer::heal(rocksdb::DB& db) {
  const std::unique_lock alone(gate_);
  if (healthy()) return rocksdb::Status::OK();
  guard_->set_healing(true);
  const rocksdb::Status status = heal_alone(db);
  guard_->set_healing(false);
  return status;
}

rocksdb::Status Healer::heal_alone(rocksdb::DB& db) {
  // Taken down first: errors on the way put it up again.
  if (background_error_->exchange(false)) {
    if (const rocksdb::Status status = resume(db); !status.ok()) {
      *background_error_ = true;
      return status;
    }
  }
  return guard_->failed() ? replace_log(db) : rocksdb::Status::OK();
}

// DB::Resume waits until no compaction is scheduled, and while it is at work one that a full disk fails is scheduled again
// without end. Outside of it an error of this kind stops scheduling: so the last one is waited for here, for the second
// that RocksDB sleeps after a failure at most.
rocksdb::Status Healer::resume(rocksdb::DB& db) {
  rocksdb::Status status = db.PauseBackgroundWork();
  if (status.ok()) status = db.ContinueBackgroundWork();
  return status.ok() ? db.Resume() : status;
}

rocksdb::Status Healer::replace_log(rocksdb::DB& db) {
  if (guard_->newest_is_condemned()) {
    // RocksDB begins a new log when it flushes, and flushes only what is not empty: the erasure of a key that no one
    // has. The condemned log swallows its record.
    // Neither waits for compactions, which a full disk may fail.
    rocksdb::WriteOptions write_options;
    write_options.no_slowdown = true;
    rocksdb::FlushOptions flush_options;
    flush_options.allow_write_stall = true;
    rocksdb::Status status = db.Delete(write_options, rocksdb::Slice());
    if (status.ok()) status = db.Flush(flush_options);
    if (!status.ok()) return status;
  }
  return guard_->settle() ? rocksdb::Status::OK() : rocksdb::Status::IOError(guard_->reason());
}

}  // namespace partita::storage
