#include "storage/rocks/recovery/guarded_file_system.h"

#include "storage/rocks/recovery/guarded_log_file.h"
#include "storage/rocks/status.h"

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
  if (status.ok() || status.IsNotFound() || status.IsPathNotFound() || status.IsNotSupported() || status.IsIncomplete())
    return status;
  if (is_for_lack_of_space(status)) status = IOStatus::IOError(kDiskFull, status.getState());
  status.SetRetryable(true);
  return status;
}

// A flush reads its table file again before it counts as written. RocksDB takes a failure of that for a fatal error
// unless it is retryable, even if a missing file is the reason.
IOStatus retryable_open(IOStatus status) {
  if (!status.ok() && !status.IsNotSupported()) status.SetRetryable(true);
  return status;
}

class RetryableReads final : public rocksdb::FSRandomAccessFileOwnerWrapper {
 public:
  using FSRandomAccessFileOwnerWrapper::FSRandomAccessFileOwnerWrapper;

  IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* debug) const override {
    return retryable(target()->Read(offset, size, options, result, scratch, debug));
  }
  IOStatus MultiRead(rocksdb::FSReadRequest* requests, std::size_t count, const IOOptions& options,
                     IODebugContext* debug) override {
    IOStatus status = retryable(target()->MultiRead(requests, count, options, debug));
    for (std::size_t i = 0; i < count; ++i) requests[i].status = retryable(std::move(requests[i].status));
    return status;
  }
  IOStatus Prefetch(std::uint64_t offset, std::size_t size, const IOOptions& options, IODebugContext* debug) override {
    return retryable(target()->Prefetch(offset, size, options, debug));
  }
};

class RetryableSequentialReads final : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  using FSSequentialFileOwnerWrapper::FSSequentialFileOwnerWrapper;

  IOStatus Read(std::size_t size, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* debug) override {
    return retryable(target()->Read(size, options, result, scratch, debug));
  }
  IOStatus Skip(std::uint64_t size) override { return retryable(target()->Skip(size)); }
};

class RetryableFile : public rocksdb::FSWritableFileOwnerWrapper {
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

class ManifestFile final : public RetryableFile {
 public:
  ManifestFile(std::unique_ptr<FSWritableFile>&& file, std::uint64_t number, std::shared_ptr<SyncedFiles> synced)
      : RetryableFile(std::move(file)), number_(number), synced_(std::move(synced)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    return counted(data, RetryableFile::Append(data, options, debug));
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo& info,
                  IODebugContext* debug) override {
    return counted(data, RetryableFile::Append(data, options, info, debug));
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return noted(RetryableFile::Sync(options, debug));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return noted(RetryableFile::Fsync(options, debug));
  }

 private:
  // RocksDB appends to a manifest and syncs it on one thread at a time.
  IOStatus counted(const Slice& data, IOStatus status) {
    if (status.ok()) bytes_ += data.size();
    return status;
  }
  IOStatus noted(IOStatus status) const {
    if (status.ok()) synced_->manifest_synced(number_, bytes_);
    return status;
  }

  const std::uint64_t number_;
  const std::shared_ptr<SyncedFiles> synced_;
  std::uint64_t bytes_ = 0;
};

class Directory final : public rocksdb::FSDirectoryWrapper {
 public:
  Directory(std::unique_ptr<FSDirectory>&& directory, std::shared_ptr<WalGuard> guard,
            std::shared_ptr<SyncedFiles> synced)
      : FSDirectoryWrapper(std::move(directory)), guard_(std::move(guard)), synced_(std::move(synced)) {}

  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return guarded([&] { return FSDirectoryWrapper::Fsync(options, debug); });
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions& directory_options) override {
    return guarded([&] { return FSDirectoryWrapper::FsyncWithDirOptions(options, debug, directory_options); });
  }

 private:
  // The write that first syncs a log also syncs the log's directory. If that fails, the record stays in the log but is
  // not acknowledged.
  template <class Operation>
  IOStatus guarded(Operation sync) {
    const std::uint64_t begun = synced_ ? synced_->begin_directory_sync() : 0;
    IOStatus status = sync();
    if (status.ok()) {
      if (synced_) synced_->end_directory_sync(begun);
      return status;
    }
    guard_->fail_all_logs(failure_text(status));
    return busy(failure_text(status));
  }

  const std::shared_ptr<WalGuard> guard_;
  const std::shared_ptr<SyncedFiles> synced_;
};

class GuardedFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  GuardedFileSystem(const std::shared_ptr<rocksdb::FileSystem>& below, std::shared_ptr<WalGuard> guard,
                    std::shared_ptr<SyncedFiles> synced)
      : FileSystemWrapper(below), guard_(std::move(guard)), synced_(std::move(synced)) {}

  const char* Name() const override { return "partita.guarded"; }

  IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* out, IODebugContext* debug) override {
    // RocksDB tries this name of earlier times if a table file is missing, and would report it as the missing one.
    constexpr std::string_view kEarlierSuffix = ".ldb";
    if (name.ends_with(kEarlierSuffix))
      return retryable_open(IOStatus::PathNotFound(name.substr(0, name.size() - kEarlierSuffix.size()) + ".sst",
                                                   "the table file is missing"));
    IOStatus status = target()->NewRandomAccessFile(name, options, out, debug);
    if (status.ok()) *out = std::make_unique<RetryableReads>(std::move(*out));
    return retryable_open(std::move(status));
  }
  IOStatus NewSequentialFile(const std::string& name, const FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* out, IODebugContext* debug) override {
    IOStatus status = target()->NewSequentialFile(name, options, out, debug);
    if (status.ok()) *out = std::make_unique<RetryableSequentialReads>(std::move(*out));
    return retryable(std::move(status));
  }
  IOStatus NewWritableFile(const std::string& name, const FileOptions& options, std::unique_ptr<FSWritableFile>* out,
                           IODebugContext* debug) override {
    // RocksDB works without this file. It would write its options, sync them, parse them again and sync once more,
    // which makes the start slower, and it would never read them.
    if (base_name(name).starts_with("OPTIONS-")) return IOStatus::NotSupported("a store has no OPTIONS file");
    return wrap(name, target()->NewWritableFile(name, options, out, debug), out);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& options, std::unique_ptr<FSWritableFile>* out,
                              IODebugContext* debug) override {
    return wrap(name, target()->ReopenWritableFile(name, options, out, debug), out);
  }
  IOStatus NewDirectory(const std::string& name, const IOOptions& options, std::unique_ptr<FSDirectory>* out,
                        IODebugContext* debug) override {
    IOStatus status = target()->NewDirectory(name, options, out, debug);
    if (status.ok()) *out = std::make_unique<Directory>(std::move(*out), guard_, synced_);
    return retryable(status);
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    IOStatus status = retryable(target()->RenameFile(from, to, options, debug));
    if (status.ok() && synced_ && base_name(to) == "CURRENT") synced_->current_named();
    return status;
  }
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& options,
                    IODebugContext* debug) override {
    return retryable(target()->LinkFile(from, to, options, debug));
  }
  IOStatus Truncate(const std::string& name, std::size_t size, const IOOptions& options,
                    IODebugContext* debug) override {
    return retryable(target()->Truncate(name, size, options, debug));
  }
  IOStatus GetFileSize(const std::string& name, const IOOptions& options, std::uint64_t* size,
                       IODebugContext* debug) override {
    return retryable(target()->GetFileSize(name, options, size, debug));
  }
  // RocksDB 7.8 aborts by an assertion if it cannot tell whether the folder of archived logs exists
  // (WalManager::GetSortedWalFiles). If the folder counts as there, listing it gives the error in a form that is
  // handled.
  IOStatus FileExists(const std::string& name, const IOOptions& options, IODebugContext* debug) override {
    IOStatus status = retryable(target()->FileExists(name, options, debug));
    const bool is_unknown = !status.ok() && !status.IsNotFound() && !status.IsPathNotFound();
    return is_unknown && base_name(name) == kKeptLogsFolder ? IOStatus::OK() : status;
  }
  IOStatus GetChildren(const std::string& name, const IOOptions& options, std::vector<std::string>* out,
                       IODebugContext* debug) override {
    return retryable(target()->GetChildren(name, options, out, debug));
  }
  IOStatus DeleteFile(const std::string& name, const IOOptions& options, IODebugContext* debug) override {
    const auto log = synced_ ? log_number_of(base_name(name)) : std::nullopt;
    if (log) synced_->log_deleted(*log);
    return retryable(target()->DeleteFile(name, options, debug));
  }

 private:
  static std::string_view base_name(std::string_view name) { return name.substr(name.rfind('/') + 1); }

  IOStatus wrap(const std::string& name, const IOStatus& status, std::unique_ptr<FSWritableFile>* out) {
    if (name.ends_with(".log")) {
      *out = status.ok() ? guard_log_file(std::move(*out), guard_, log_number_of(base_name(name)).value_or(0), synced_)
                         : make_missing_log_file(status, guard_);
      return IOStatus::OK();
    }
    if (!status.ok()) return retryable(status);
    const auto manifest = synced_ ? manifest_number_of(base_name(name)) : std::nullopt;
    if (manifest)
      *out = std::make_unique<ManifestFile>(std::move(*out), *manifest, synced_);
    else
      *out = std::make_unique<RetryableFile>(std::move(*out));
    return status;
  }

  const std::shared_ptr<WalGuard> guard_;
  const std::shared_ptr<SyncedFiles> synced_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> make_guarded_file_system(std::shared_ptr<rocksdb::FileSystem> below,
                                                              std::shared_ptr<WalGuard> guard,
                                                              std::shared_ptr<SyncedFiles> synced) {
  return std::make_shared<GuardedFileSystem>(below, std::move(guard), std::move(synced));
}

}  // namespace partita::storage
