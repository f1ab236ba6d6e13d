// PowerCutFileSystem: a RocksDB file system over a SimulatedDisk, for tests of power cuts, full disks and I/O errors.
//
//   auto files = std::make_shared<test::PowerCutFileSystem>();
//   StoreOptions options{.file_system = files};
//   auto store = open_store("/data", options);
//   files->disk().cut_at(17);          // then write until an operation fails
//   store = {};                        // after a cut no operation reaches the disk
//   files->disk().restore(UnsyncedBytes::Torn, seed);
//   store = open_store("/data", options);   // must hold all acknowledged writes
//
// Paths are absolute; "/" exists and is durable. The disk holds the locks, and a cut removes them.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>
#include <string>
#include <vector>

#include "support/simulated_disk.h"

namespace partita::test {

class PowerCutFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  PowerCutFileSystem();

  SimulatedDisk& disk() { return *disk_; }

  const char* Name() const override { return "partita.test.power_cut"; }

  using Options = rocksdb::IOOptions;
  using Debug = rocksdb::IODebugContext;
  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* out, Debug* debug) override;
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* out, Debug* debug) override;
  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* out, Debug* debug) override;
  rocksdb::IOStatus ReopenWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* out, Debug* debug) override;
  rocksdb::IOStatus NewRandomRWFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSRandomRWFile>* out, Debug* debug) override;
  rocksdb::IOStatus NewDirectory(const std::string& path, const Options& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* out, Debug* debug) override;
  rocksdb::IOStatus FileExists(const std::string& path, const Options& options, Debug* debug) override;
  rocksdb::IOStatus GetChildren(const std::string& path, const Options& options, std::vector<std::string>* out,
                                Debug* debug) override;
  rocksdb::IOStatus GetChildrenFileAttributes(const std::string& path, const Options& options,
                                              std::vector<rocksdb::FileAttributes>* out, Debug* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const Options& options, Debug* debug) override;
  rocksdb::IOStatus DeleteDir(const std::string& path, const Options& options, Debug* debug) override;
  rocksdb::IOStatus Truncate(const std::string& path, std::size_t size, const Options& options, Debug* debug) override;
  rocksdb::IOStatus CreateDir(const std::string& path, const Options& options, Debug* debug) override;
  rocksdb::IOStatus CreateDirIfMissing(const std::string& path, const Options& options, Debug* debug) override;
  rocksdb::IOStatus GetFileSize(const std::string& path, const Options& options, std::uint64_t* out,
                                Debug* debug) override;
  rocksdb::IOStatus GetFileModificationTime(const std::string& path, const Options& options, std::uint64_t* out,
                                            Debug* debug) override;
  rocksdb::IOStatus GetAbsolutePath(const std::string& path, const Options& options, std::string* out,
                                    Debug* debug) override;
  rocksdb::IOStatus IsDirectory(const std::string& path, const Options& options, bool* out, Debug* debug) override;
  rocksdb::IOStatus GetFreeSpace(const std::string& path, const Options& options, std::uint64_t* out,
                                 Debug* debug) override;
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to, const Options& options,
                               Debug* debug) override;
  // The disk has no links, so a checkpoint copies its files.
  rocksdb::IOStatus LinkFile(const std::string&, const std::string&, const Options&, Debug*) override {
    return rocksdb::IOStatus::NotSupported("links");
  }
  rocksdb::IOStatus LockFile(const std::string& path, const Options& options, rocksdb::FileLock** out,
                             Debug* debug) override;
  rocksdb::IOStatus UnlockFile(rocksdb::FileLock* lock, const Options& options, Debug* debug) override;

 private:
  const std::shared_ptr<SimulatedDisk> disk_;
};

}  // namespace partita::test
