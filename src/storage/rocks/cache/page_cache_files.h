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
class NoWaitScope {
 public:
  explicit NoWaitScope(bool really = true);
  ~NoWaitScope();
  NoWaitScope(const NoWaitScope&) = delete;
  NoWaitScope& operator=(const NoWaitScope&) = delete;

 private:
  const bool before_;
};

// Whether a store's table files support NoWaitScope. Those of a file system that a test injects do not.
enum class NoWaitReads : std::uint8_t { Unsupported, Supported };

// The system's file system. If the kernel cannot read without waiting (RWF_NOWAIT; ext4, XFS and Btrfs can), every read
// under NoWaitScope returns Incomplete.
std::shared_ptr<rocksdb::FileSystem> page_cache_file_system();

}  // namespace partita::storage
