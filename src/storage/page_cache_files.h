// Reads of table files that take bytes from the kernel's page cache and do not wait for the disk. If a database is
// larger than its block cache, most blocks come from the page cache. Reading one there costs far less than handing the
// operation to another thread, as a read from the disk requires.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>

namespace partita::storage {

// While one of these lives, a read on this thread of a file that page_cache_file_system() opened returns Incomplete
// instead of waiting for the disk. With `really` false it has no effect.
class WithoutWaiting {
 public:
  explicit WithoutWaiting(bool really = true);
  ~WithoutWaiting();
  WithoutWaiting(const WithoutWaiting&) = delete;
  WithoutWaiting& operator=(const WithoutWaiting&) = delete;

 private:
  const bool before_;
};

// Whether a store's table files support WithoutWaiting. Those of a file system that a test injects do not.
enum class TableFiles : std::uint8_t { Wait, NeedNotWait };

// The system's file system. If the kernel cannot read without waiting (RWF_NOWAIT; ext4, XFS and Btrfs can), every read
// under WithoutWaiting returns Incomplete.
std::shared_ptr<rocksdb::FileSystem> page_cache_file_system();

}  // namespace partita::storage
