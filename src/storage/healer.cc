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
  *background_error_ = false;
  const rocksdb::Status status = db.Resume();
  if (!status.ok()) *background_error_ = true;
  return status;
}

rocksdb::Status Healer::replace_log(rocksdb::DB& db) {
  // RocksDB begins a new log when it flushes, and flushes only what is not empty: the erasure of a key that no one has.
  // A condemned log swallows its record.
  // Neither step waits for compactions, which a full disk may fail.
  rocksdb::WriteOptions write_options;
  write_options.no_slowdown = true;
  rocksdb::Status status = db.Delete(write_options, rocksdb::Slice());
  if (status.ok()) status = flush_all(db);
  if (status.ok() && !guard_->settle()) status = rocksdb::Status::IOError(guard_->reason());
  return status;
}

rocksdb::Status Healer::flush_all(rocksdb::DB& db) {
  rocksdb::FlushOptions flush_options;
  flush_options.allow_write_stall = true;
  const rocksdb::Status status = db.Flush(flush_options);
  if (!status.ok()) return status;
  // Once it has been resumed, RocksDB may not wait for the flush.
  env_.wait_for_flushes();
  std::uint64_t unflushed = 0;
  if (!db.GetIntProperty(rocksdb::DB::Properties::kNumImmutableMemTable, &unflushed) || unflushed != 0)
    return rocksdb::Status::IOError("memory could not be written to a table file");
  return status;
}

}  // namespace partita::storage
