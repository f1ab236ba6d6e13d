#include "storage/rocks/recovery/guarded_log_file.h"

#include <atomic>

namespace partita::storage {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  LogFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<WalGuard> guard)
      : FSWritableFileOwnerWrapper(std::move(file)), guard_(std::move(guard)), number_(guard_->begin_log()) {}

  // A failed append is reported by the flush that ends its record. If the append itself failed, RocksDB would keep the
  // bytes and append them again when it leaves this log.
  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    note(perform([&] { return target()->Append(data, options, debug); }));
    return IOStatus::OK();
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo& info,
                  IODebugContext* debug) override {
    note(perform([&] { return target()->Append(data, options, info, debug); }));
    return IOStatus::OK();
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* debug) override {
    if (append_failed_.exchange(false)) return busy(guard_->reason());
    return target()->Flush(options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    guard_->count_sync();
    return answer(perform([&] { return target()->Sync(options, debug); }));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    guard_->count_sync();
    return answer(perform([&] { return target()->Fsync(options, debug); }));
  }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override {
    target()->Close(options, debug).PermitUncheckedError();
    return IOStatus::OK();
  }

 private:
  // False if the operation failed or was refused.
  template <class Operation>
  bool perform(Operation operation) {
    const auto admission = guard_->admit(number_);
    if (admission != WalGuard::Admission::Pass) return admission == WalGuard::Admission::Skip;
    const IOStatus status = operation();
    if (!status.ok()) guard_->fail_all_logs(status.ToString());
    return status.ok();
  }

  void note(bool performed) {
    if (!performed) append_failed_ = true;
  }

  // RocksDB syncs the logs in order, and only a Busy of the last one lets it carry on. So an older log fails silently,
  // and the newest, which is refused as well and synced next, reports the failure of both.
  IOStatus answer(bool performed) const {
    return performed || !guard_->is_newest(number_) ? IOStatus::OK() : busy(guard_->reason());
  }

  const std::shared_ptr<WalGuard> guard_;
  const std::uint64_t number_;
  std::atomic<bool> append_failed_{false};
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
                                                        std::shared_ptr<WalGuard> guard) {
  return std::make_unique<LogFile>(std::move(file), std::move(guard));
}

std::unique_ptr<rocksdb::FSWritableFile> make_missing_log_file(const IOStatus& reason,
                                                               std::shared_ptr<WalGuard> guard) {
  auto out = std::make_unique<LogFile>(std::make_unique<NoFile>(), guard);
  guard->fail_all_logs(reason.ToString());
  return out;
}

}  // namespace partita::storage
