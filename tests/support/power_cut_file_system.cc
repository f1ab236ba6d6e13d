#include "support/power_cut_file_system.h"

namespace partita::test {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;
using Disk = std::shared_ptr<SimulatedDisk>;

class SequentialFile final : public rocksdb::FSSequentialFile {
 public:
  SequentialFile(Disk disk, SimulatedDisk::Handle handle) : disk_(std::move(disk)), handle_(std::move(handle)) {}
  IOStatus Read(std::size_t size, const IOOptions&, Slice* out, char* scratch, IODebugContext*) override {
    std::size_t copied = 0;
    const IOStatus status = disk_->read(handle_, offset_, size, scratch, &copied);
    offset_ += copied;
    *out = Slice(scratch, copied);
    return status;
  }
  IOStatus Skip(std::uint64_t size) override {
    offset_ += size;
    return IOStatus::OK();
  }

 private:
  const Disk disk_;
  const SimulatedDisk::Handle handle_;
  std::uint64_t offset_ = 0;
};

class RandomAccessFile final : public rocksdb::FSRandomAccessFile {
 public:
  RandomAccessFile(Disk disk, SimulatedDisk::Handle handle) : disk_(std::move(disk)), handle_(std::move(handle)) {}
  IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions&, Slice* out, char* scratch,
                IODebugContext*) const override {
    std::size_t copied = 0;
    const IOStatus status = disk_->read(handle_, offset, size, scratch, &copied);
    *out = Slice(scratch, copied);
    return status;
  }

 private:
  const Disk disk_;
  const SimulatedDisk::Handle handle_;
};

class WritableFile final : public rocksdb::FSWritableFile {
 public:
  WritableFile(Disk disk, SimulatedDisk::Handle handle) : disk_(std::move(disk)), handle_(std::move(handle)) {}
  using FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions&, IODebugContext*) override {
    return disk_->append(handle_, data.ToStringView());
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions&, IODebugContext*) override {
    return disk_->truncate(handle_, size);
  }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return disk_->sync(handle_); }
  // Only starts writing back, and so makes no byte durable.
  IOStatus RangeSync(std::uint64_t, std::uint64_t, const IOOptions&, IODebugContext*) override {
    return IOStatus::OK();
  }
  bool IsSyncThreadSafe() const override { return true; }
  std::uint64_t GetFileSize(const IOOptions&, IODebugContext*) override {
    std::uint64_t size = 0;
    disk_->size(handle_, &size).PermitUncheckedError();
    return size;
  }

 private:
  const Disk disk_;
  const SimulatedDisk::Handle handle_;
};

class RandomRWFile final : public rocksdb::FSRandomRWFile {
 public:
  RandomRWFile(Disk disk, SimulatedDisk::Handle handle) : disk_(std::move(disk)), handle_(std::move(handle)) {}
  IOStatus Write(std::uint64_t offset, const Slice& data, const IOOptions&, IODebugContext*) override {
    return disk_->overwrite(handle_, offset, data.ToStringView());
  }
  IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions&, Slice* out, char* scratch,
                IODebugContext*) const override {
    std::size_t copied = 0;
    const IOStatus status = disk_->read(handle_, offset, size, scratch, &copied);
    *out = Slice(scratch, copied);
    return status;
  }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return disk_->sync(handle_); }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }

 private:
  const Disk disk_;
  const SimulatedDisk::Handle handle_;
};

class Directory final : public rocksdb::FSDirectory {
 public:
  Directory(Disk disk, SimulatedDisk::Handle handle, std::string path)
      : disk_(std::move(disk)), handle_(std::move(handle)), path_(std::move(path)) {}
  IOStatus Fsync(const IOOptions&, IODebugContext*) override { return disk_->sync_directory(path_, handle_); }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }

 private:
  const Disk disk_;
  const SimulatedDisk::Handle handle_;
  const std::string path_;
};

struct Lock final : rocksdb::FileLock {
  explicit Lock(std::string locked) : path(std::move(locked)) {}
  const std::string path;
};

std::string trimmed(const std::string& path) {
  return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

}  // namespace

PowerCutFileSystem::PowerCutFileSystem()
    : FileSystemWrapper(rocksdb::FileSystem::Default()), disk_(std::make_shared<SimulatedDisk>()) {}

IOStatus PowerCutFileSystem::NewSequentialFile(const std::string& path, const rocksdb::FileOptions&,
                                               std::unique_ptr<rocksdb::FSSequentialFile>* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  if (status.ok()) *out = std::make_unique<SequentialFile>(disk_, std::move(handle));
  return status;
}

IOStatus PowerCutFileSystem::NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions&,
                                                 std::unique_ptr<rocksdb::FSRandomAccessFile>* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  if (status.ok()) *out = std::make_unique<RandomAccessFile>(disk_, std::move(handle));
  return status;
}

IOStatus PowerCutFileSystem::NewWritableFile(const std::string& path, const rocksdb::FileOptions&,
                                             std::unique_ptr<rocksdb::FSWritableFile>* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->create(path, &handle, false);
  if (status.ok()) *out = std::make_unique<WritableFile>(disk_, std::move(handle));
  return status;
}

IOStatus PowerCutFileSystem::ReopenWritableFile(const std::string& path, const rocksdb::FileOptions&,
                                                std::unique_ptr<rocksdb::FSWritableFile>* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->create(path, &handle, true);
  if (status.ok()) *out = std::make_unique<WritableFile>(disk_, std::move(handle));
  return status;
}

IOStatus PowerCutFileSystem::NewRandomRWFile(const std::string& path, const rocksdb::FileOptions&,
                                             std::unique_ptr<rocksdb::FSRandomRWFile>* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  if (status.ok()) *out = std::make_unique<RandomRWFile>(disk_, std::move(handle));
  return status;
}

IOStatus PowerCutFileSystem::NewDirectory(const std::string& path, const Options&,
                                          std::unique_ptr<rocksdb::FSDirectory>* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  if (status.ok()) *out = std::make_unique<Directory>(disk_, std::move(handle), trimmed(path));
  return status;
}

IOStatus PowerCutFileSystem::FileExists(const std::string& path, const Options&, Debug*) {
  SimulatedDisk::Handle handle;
  const IOStatus status = disk_->open(path, &handle);
  return status.IsPathNotFound() ? IOStatus::NotFound(path) : status;
}

IOStatus PowerCutFileSystem::GetChildren(const std::string& path, const Options&, std::vector<std::string>* out,
                                         Debug*) {
  return disk_->children(path, out);
}

IOStatus PowerCutFileSystem::GetChildrenFileAttributes(const std::string& path, const Options& options,
                                                       std::vector<rocksdb::FileAttributes>* out, Debug* debug) {
  return FileSystem::GetChildrenFileAttributes(path, options, out, debug);
}

IOStatus PowerCutFileSystem::DeleteFile(const std::string& path, const Options&, Debug*) { return disk_->remove(path); }

IOStatus PowerCutFileSystem::DeleteDir(const std::string& path, const Options&, Debug*) { return disk_->remove(path); }

IOStatus PowerCutFileSystem::Truncate(const std::string& path, std::size_t size, const Options&, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  return status.ok() ? disk_->truncate(handle, size) : status;
}

IOStatus PowerCutFileSystem::CreateDir(const std::string& path, const Options&, Debug*) {
  return disk_->create_directory(path);
}

IOStatus PowerCutFileSystem::CreateDirIfMissing(const std::string& path, const Options&, Debug*) {
  return disk_->create_directory(path);
}

IOStatus PowerCutFileSystem::GetFileSize(const std::string& path, const Options&, std::uint64_t* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  return status.ok() ? disk_->size(handle, out) : status;
}

IOStatus PowerCutFileSystem::GetFileModificationTime(const std::string& path, const Options&, std::uint64_t* out,
                                                     Debug*) {
  SimulatedDisk::Handle handle;
  *out = 0;
  return disk_->open(path, &handle);
}

IOStatus PowerCutFileSystem::GetAbsolutePath(const std::string& path, const Options&, std::string* out, Debug*) {
  *out = path;
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::IsDirectory(const std::string& path, const Options&, bool* out, Debug*) {
  SimulatedDisk::Handle handle;
  IOStatus status = disk_->open(path, &handle);
  if (status.ok()) *out = handle.file->directory;
  return status;
}

IOStatus PowerCutFileSystem::GetFreeSpace(const std::string&, const Options&, std::uint64_t*, Debug*) {
  return IOStatus::NotSupported("GetFreeSpace");
}

// The disk renames files only, so a directory moves file by file.
IOStatus PowerCutFileSystem::RenameFile(const std::string& from, const std::string& to, const Options&, Debug*) {
  std::vector<std::string> names;
  if (!disk_->children(from, &names).ok() || names.empty()) return disk_->rename(from, to);
  IOStatus status = disk_->create_directory(to);
  for (std::size_t i = 0; status.ok() && i < names.size(); ++i)
    status = disk_->rename(from + "/" + names[i], to + "/" + names[i]);
  return status;
}

IOStatus PowerCutFileSystem::LockFile(const std::string& path, const Options&, rocksdb::FileLock** out, Debug*) {
  IOStatus status = disk_->lock(path);
  if (status.ok()) *out = new Lock(path);
  return status;
}

IOStatus PowerCutFileSystem::UnlockFile(rocksdb::FileLock* lock, const Options&, Debug*) {
  const std::unique_ptr<Lock> owned(static_cast<Lock*>(lock));
  disk_->unlock(owned->path);
  return IOStatus::OK();
}

}  // namespace partita::test
