#include "storage/rocks/recovery/healer.h"

#include <rocksdb/db.h>
#include <rocksdb/listener.h>
#include <rocksdb/write_batch.h>

#include <mutex>

namespace partita::storage {
namespace {

class ErrorListener final : public rocksdb::EventListener {
 public:
  explicit ErrorListener(std::shared_ptr<std::atomic<bool>> error) : error_(std::move(error)) {}
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* status) override {
    // RocksDB repeats a failed compaction by itself, and the failure stops no write. But if it met damage, RocksDB
    // refuses all writes from then on.
    if (reason != rocksdb::BackgroundErrorReason::kCompaction || status->IsCorruption()) *error_ = true;
  }

 private:
  const std::shared_ptr<std::atomic<bool>> error_;
};

}  // namespace

void Healer::listen(rocksdb::DBOptions& options) const {
  options.listeners.push_back(std::make_shared<ErrorListener>(background_error_));
  // RocksDB's own retries are off because their timing is unpredictable and closing the database between two of them
  // hangs.
  options.max_bgerror_resume_count = 0;
}

rocksdb::Status Healer::heal(rocksdb::DB& db) {
  const std::unique_lock alone(write_mutex_);
  if (healthy()) return rocksdb::Status::OK();
  guard_->set_healing(true);
  rocksdb::Status status = background_error_->load() ? resume(db) : rocksdb::Status::OK();
  if (status.ok() && guard_->failed()) status = replace_log(db);
  guard_->set_healing(false);
  return status;
}

rocksdb::Status Healer::resume(rocksdb::DB& db) {
  // If a job still ran, its failure could end Resume while a flush is scheduled but has not begun. RocksDB forgets such
  // a flush, and the next Resume would wait for it forever. While there is an error, no new job begins.
  env_.wait_for_flushes_and_compactions();
  // The flag is cleared first, so that an error during Resume can set it again.
  *background_error_ = false;
  const rocksdb::Status status = db.Resume();
  if (!status.ok()) *background_error_ = true;
  return status;
}

rocksdb::Status Healer::replace_log(rocksdb::DB& db) {
  // RocksDB begins a new log when it flushes, and it flushes only if the memtable is not empty. So this puts a key and
  // erases it again, before anyone can see it. A failed log skips the record. A flush drops such a pair, so if there is
  // nothing else, it leaves no file. Otherwise each failed write on a full disk could leave one.
  rocksdb::WriteBatch nothing;
  rocksdb::Status status = nothing.Put(rocksdb::Slice(), rocksdb::Slice());
  if (status.ok()) status = nothing.SingleDelete(rocksdb::Slice());
  if (status.ok()) status = db.Write(rocksdb::WriteOptions(), &nothing);
  if (status.ok()) status = flush_all(db);
  if (status.ok() && !guard_->end_failure()) status = rocksdb::Status::IOError(guard_->reason());
  return status;
}

rocksdb::Status Healer::flush_all(rocksdb::DB& db) {
  rocksdb::FlushOptions flush_options;
  flush_options.allow_write_stall = true;
  const rocksdb::Status status = db.Flush(flush_options);
  if (!status.ok()) return status;
  // After a Resume, Flush may return before the flush has ended.
  env_.wait_for_flushes();
  std::uint64_t unflushed = 0;
  if (!db.GetIntProperty(rocksdb::DB::Properties::kNumImmutableMemTable, &unflushed) || unflushed != 0)
    return rocksdb::Status::IOError("memory could not be written to a table file");
  return status;
}

}  // namespace partita::storage
