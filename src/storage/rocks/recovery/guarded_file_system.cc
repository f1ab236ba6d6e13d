#include "storage/rocks/recovery/guarded_file_system.h"

#include "storage/rocks/recovery/guarded_log_file.h"

namespace partita::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::FSDirectory;
using rocksdb::FSWritableFile;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

// RocksDB handles a full disk by polling in a thread of its own. Without the subcode kNoSpace it waits for DB::Resume
// instead.
IOStatus retryable(IOStatus status) {
  if (status.ok() || status.IsNotFound() || status.IsPathNotFound() || status.IsNotSupported()) return status;
  if (status.subcode() == IOStatus::SubCode::kNoSpace) status = IOStatus::IOError(status.getState());
  status.SetRetryable(true);
  return status;
}

class RetryableFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Append(data, options, debug));
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo& info,
                  IODebugContext* debug) override {
    return retryable(target()->Append(data, options, info, debug));
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Truncate(size, options, debug));
  }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Close(options, debug));
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Flush(options, debug));
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Sync(options, debug));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Fsync(options, debug));
  }
  IOStatus RangeSync(std::uint64_t offset, std::uint64_t size, const IOOptions& options,
                     IODebugContext* debug) override {
    return retryable(target()->RangeSync(offset, size, options, debug));
  }
};

class Directory final : public rocksdb::FSDirectoryWrapper {
 public:
  Directory(std::unique_ptr<FSDirectory>&& directory, std::shared_ptr<WalGuard> guard)
      : FSDirectoryWrapper(std::move(directory)), guard_(std::move(guard)) {}

  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return guarded(FSDirectoryWrapper::Fsync(options, debug));
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions& directory_options) override {
    return guarded(FSDirectoryWrapper::FsyncWithDirOptions(options, debug, directory_options));
  }

 private:
  // The write that first syncs a log also syncs the log's directory. If that fails, the record stays in the log but is
  // not acknowledged.
  IOStatus guarded(const IOStatus& status) {
    if (status.ok()) return status;
    guard_->fail_all_logs(status.ToString());
    return busy(status.ToString());
  }

  const std::shared_ptr<WalGuard> guard_;
};

class GuardedFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  GuardedFileSystem(const std::shared_ptr<rocksdb::FileSystem>& below, std::shared_ptr<WalGuard> guard)
      : FileSystemWrapper(below), guard_(std::move(guard)) {}

  const char* Name() const override { return "partita.guarded"; }

  IOStatus NewWritableFile(const std::string& name, const FileOptions& options, std::unique_ptr<FSWritableFile>* out,
                           IODebugContext* debug) override {
    // RocksDB works without this file. It would write its options, sync them, parse them again and sync once more,
    // which makes the start slower, and it would never read them.
    if (std::string_view(name).substr(name.rfind('/') + 1).starts_with("OPTIONS-"))
      return IOStatus::NotSupported("a store has no OPTIONS file");
    return wrap(name, target()->NewWritableFile(name, options, out, debug), out);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& options, std::unique_ptr<FSWritableFile>* out,
                              IODebugContext* debug) override {
    return wrap(name, target()->ReopenWritableFile(name, options, out, debug), out);
  }
  IOStatus NewDirectory(const std::string& name, const IOOptions& options, std::unique_ptr<FSDirectory>* out,
                        IODebugContext* debug) override {
    IOStatus status = target()->NewDirectory(name, options, out, debug);
    if (status.ok()) *out = std::make_unique<Directory>(std::move(*out), guard_);
    return retryable(status);
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    return retryable(target()->RenameFile(from, to, options, debug));
  }
  IOStatus DeleteFile(const std::string& name, const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->DeleteFile(name, options, debug));
  }

 private:
  IOStatus wrap(const std::string& name, const IOStatus& status, std::unique_ptr<FSWritableFile>* out) {
    if (name.ends_with(".log")) {
      *out = status.ok() ? guard_log_file(std::move(*out), guard_) : make_missing_log_file(status, guard_);
      return IOStatus::OK();
    }
    if (status.ok()) *out = std::make_unique<RetryableFile>(std::move(*out));
    return retryable(status);
  }

  const std::shared_ptr<WalGuard> guard_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> make_guarded_file_system(std::shared_ptr<rocksdb::FileSystem> below,
                                                              std::shared_ptr<WalGuard> guard) {
  return std::make_shared<GuardedFileSystem>(below, std::move(guard));
}

}  // namespace partita::storage
