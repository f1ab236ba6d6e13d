#include "storage/healer.h"

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include <mutex>

namespace partita::storage {
namespace {

class ErrorListener final : public rocksdb::EventListener {
 public:
  explicit ErrorListener(std::shared_ptr<std::atomic<bool>> error) : error_(std::move(error)) {}
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* /*status*/) override {
    // A compaction that failed comes again by itself and stops no one.
    if (reason != rocksdb::BackgroundErrorReason::kCompaction) *error_ = true;
  }

 private:
  const std::shared_ptr<std::atomic<bool>> error_;
};

}  // namespace

void Healer::listen(rocksdb::DBOptions& options) const {
  options.listeners.push_back(std::make_shared<ErrorListener>(background_error_));
  // RocksDB's own attempts would come at times no one can know, and closing a database between two of them hangs.
  options.max_bgerror_resume_count = 0;
}

rocksdb::Status Healer::heal(rocksdb::DB& db) {
  const std::unique_lock alone(gate_);
  if (healthy()) return rocksdb::Status::OK();
  guard_->set_healing(true);
  rocksdb::Status status = background_error_->load() ? resume(db) : rocksdb::Status::OK();
  if (status.ok() && guard_->failed()) status = replace_log(db);
  guard_->set_healing(false);
  return status;
}

rocksdb::Status Healer::resume(rocksdb::DB& db) {
  // A job that still ran could fail within Resume and end it while a flush is scheduled but not begun. RocksDB forgets
  // such a flush, and the next Resume would wait for it for ever. No new job begins while there is an error.
  env_.wait_for_flushes_and_compactions();
  // Taken down first: errors on the way put it up again.
<<<<<<< HEAD
  *background_error_ = false;
  const rocksdb::Status status = db.Resume();
  if (!status.ok()) *background_error_ = true;
  return status;
=======
  if (background_error_->exchange(false)) {
    if (const rocksdb::Status status = resume(db); !status.ok()) {
      *background_error_ = true;
      return status;
    }
  }
  return guard_->failed() ? replace_log(db) : rocksdb::Status::OK();
>>>>>>> enginetest
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
<<<<<<< HEAD
  // RocksDB begins a new log when it flushes, and flushes only what is not empty: the erasure of a key that no one has.
  // A condemned log swallows its record.
  rocksdb::Status status = db.Delete(rocksdb::WriteOptions(), rocksdb::Slice());
  if (status.ok()) status = flush_all(db);
  if (status.ok() && !guard_->settle()) status = rocksdb::Status::IOError(guard_->reason());
  return status;
}

rocksdb::Status Healer::flush_all(rocksdb::DB& db) {
  const rocksdb::Status status = db.Flush(rocksdb::FlushOptions());
  if (!status.ok()) return status;
  // Once it has been resumed, RocksDB may not wait for the flush.
  env_.wait_for_flushes();
  std::uint64_t unflushed = 0;
  if (!db.GetIntProperty(rocksdb::DB::Properties::kNumImmutableMemTable, &unflushed) || unflushed != 0)
    return rocksdb::Status::IOError("memory could not be written to a table file");
  return status;
=======
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
>>>>>>> enginetest
}

}  // namespace partita::storage
