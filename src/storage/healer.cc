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
    if (const rocksdb::Status status = db.Resume(); !status.ok()) {
      *background_error_ = true;
      return status;
    }
  }
  return guard_->failed() ? replace_log(db) : rocksdb::Status::OK();
}

rocksdb::Status Healer::replace_log(rocksdb::DB& db) {
  if (guard_->newest_is_condemned()) {
    // RocksDB begins a new log when it flushes, and flushes only what is not empty: the erasure of a key that no one
    // has. The condemned log swallows its record.
    rocksdb::Status status = db.Delete(rocksdb::WriteOptions(), rocksdb::Slice());
    if (status.ok()) status = db.Flush(rocksdb::FlushOptions());
    if (!status.ok()) return status;
  }
  return guard_->settle() ? rocksdb::Status::OK() : rocksdb::Status::IOError(guard_->reason());
}

}  // namespace partita::storage
