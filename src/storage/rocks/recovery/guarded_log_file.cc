#include "storage/rocks/recovery/guarded_log_file.h"

#include <atomic>
#include <mutex>

#include "storage/rocks/recovery/record_chain.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  LogFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<WalGuard> guard, std::uint64_t log_number,
          std::shared_ptr<SyncedFiles> synced)
      : FSWritableFileOwnerWrapper(std::move(file)),
        guard_(std::move(guard)),
        number_(guard_->begin_log()),
        log_number_(log_number),
        synced_(std::move(synced)) {
    if (synced_) synced_->log_created(log_number_);
  }

  // A failed append is reported by the flush that ends its record. If the append itself failed, RocksDB would keep the
  // bytes and append them again when it leaves this log.
  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    append(data, [&] { return target()->Append(data, options, debug); });
    return IOStatus::OK();
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo& info,
                  IODebugContext* debug) override {
    append(data, [&] { return target()->Append(data, options, info, debug); });
    return IOStatus::OK();
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* debug) override {
    if (append_failed_.exchange(false)) return busy(guard_->reason());
    {
      // RocksDB flushes at the end of each record.
      const std::lock_guard lock(mutex_);
      whole_records_bytes_ = appended_bytes_;
      whole_records_sum_ = appended_.sum();
    }
    return target()->Flush(options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return sync([&] { return target()->Sync(options, debug); });
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return sync([&] { return target()->Fsync(options, debug); });
  }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override {
    target()->Close(options, debug).PermitUncheckedError();
    return IOStatus::OK();
  }

 private:
  enum class Outcome : std::uint8_t { Performed, Skipped, Failed };
  template <class Operation>
  Outcome perform(Operation operation) {
    const auto admission = guard_->admit(number_);
    if (admission == WalGuard::Admission::Skip) return Outcome::Skipped;
    if (admission != WalGuard::Admission::Pass) return Outcome::Failed;
    const IOStatus status = operation();
    if (status.ok()) return Outcome::Performed;
    guard_->fail_all_logs(failure_text(status));
    return Outcome::Failed;
  }

  template <class Operation>
  void append(const Slice& data, Operation operation) {
    const Outcome outcome = perform(operation);
    if (outcome == Outcome::Performed) {
      const std::lock_guard lock(mutex_);
      appended_bytes_ += data.size();
      appended_.take(std::string_view(data.data(), data.size()));
    }
    if (outcome == Outcome::Failed) append_failed_ = true;
  }

  template <class Operation>
  IOStatus sync(Operation operation) {
    guard_->count_sync();
    std::uint64_t bytes = 0, sum = 0;
    {
      const std::lock_guard lock(mutex_);
      bytes = whole_records_bytes_;
      sum = whole_records_sum_;
    }
    const Outcome outcome = perform(operation);
    if (outcome == Outcome::Performed && synced_) synced_->log_synced(log_number_, bytes, sum);
    return answer(outcome != Outcome::Failed);
  }

  // RocksDB syncs the logs in order, and only a Busy of the last one lets it carry on. So an older log fails silently,
  // and the newest, which is refused as well and synced next, reports the failure of both.
  IOStatus answer(bool performed) const {
    return performed || !guard_->is_newest(number_) ? IOStatus::OK() : busy(guard_->reason());
  }

  const std::shared_ptr<WalGuard> guard_;
  const std::uint64_t number_;      // in the guard
  const std::uint64_t log_number_;  // in the log's name
  const std::shared_ptr<SyncedFiles> synced_;
  std::atomic<bool> append_failed_{false};
  std::mutex mutex_;
  // All below are guarded by mutex_.
  RecordChain appended_;
  std::uint64_t appended_bytes_ = 0;
  std::uint64_t whole_records_bytes_ = 0;
  std::uint64_t whole_records_sum_ = 0;
};

class NoFile final : public rocksdb::FSWritableFile {
 public:
  using FSWritableFile::Append;
  IOStatus Append(const Slice& /*data*/, const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return IOStatus::OK();
  }
  IOStatus Truncate(std::uint64_t /*size*/, const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return IOStatus::OK();
  }
  IOStatus Close(const IOOptions& /*options*/, IODebugContext* /*debug*/) override { return IOStatus::OK(); }
  IOStatus Flush(const IOOptions& /*options*/, IODebugContext* /*debug*/) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*debug*/) override { return IOStatus::OK(); }
  bool IsSyncThreadSafe() const override { return true; }
};

}  // namespace

IOStatus busy(const std::string& reason) {
  IOStatus out = IOStatus::Busy(reason);
  out.SetRetryable(true);
  return out;
}

std::unique_ptr<rocksdb::FSWritableFile> guard_log_file(std::unique_ptr<rocksdb::FSWritableFile> file,
                                                        std::shared_ptr<WalGuard> guard, std::uint64_t number,
                                                        std::shared_ptr<SyncedFiles> synced) {
  return std::make_unique<LogFile>(std::move(file), std::move(guard), number, std::move(synced));
}

std::unique_ptr<rocksdb::FSWritableFile> make_missing_log_file(const IOStatus& reason,
                                                               std::shared_ptr<WalGuard> guard) {
  auto out = std::make_unique<LogFile>(std::make_unique<NoFile>(), guard, 0, nullptr);
  guard->fail_all_logs(failure_text(reason));
  return out;
}

}  // namespace partita::storage
