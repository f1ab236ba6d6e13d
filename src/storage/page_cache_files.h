// Reads of table files that do not wait for the disk, but take what the kernel's page cache has. Where a database is
// larger than its block cache most blocks come from there: reading one costs a fraction of what it does to hand the
// operation to another thread, as for the disk, some 20 µs.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>

namespace partita::storage {

// While one lives, reads on this thread of files that this file system opened give Incomplete instead of waiting for the disk.
class WithoutWaiting {
 public:
  explicit WithoutWaiting(bool really = true);
  ~WithoutWaiting();
  WithoutWaiting(const WithoutWaiting&) = delete;
  WithoutWaiting& operator=(const WithoutWaiting&) = delete;

 private:
  const bool before_;
};

// Whether a store's table files can be read WithoutWaiting. Those of a file system that a test gave cannot.
enum class TableFiles : std::uint8_t { Wait, NeedNotWait };

// The system's file system. Where the kernel cannot read without waiting (RWF_NOWAIT; ext4, XFS and Btrfs can), every
// read of WithoutWaiting gives Incomplete.
std::shared_ptr<rocksdb::FileSystem> page_cache_file_system();

}  // namespace partita::storage
