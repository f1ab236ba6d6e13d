// Opens a store: a directory on disk, or memory.
#pragma once

#include "base/log.h"
#include "storage/store.h"

#include <cstdint>
#include <memory>
#include <string>

namespace rocksdb {
class FileSystem;
}

namespace partita::storage {

struct StoreOptions {
  bool create_if_missing = true;
  bool read_only = false;  // writes are refused with InternalServerError; flush does nothing
  std::uint64_t block_cache_bytes = 0;  // 0: by the memory there is (cache_size.h)
  std::uint64_t memtable_bytes = 64ull << 20;
  unsigned compaction_threads = 0;  // that flush and compact; 0: half of the cores, from 2 to 16
  bool write_ahead_log = true;  // false: nothing survives the process (Durability None on disk)
  base::Log log = {};
  // For tests: the files' world (power cuts, full disks). Default: the system's.
  std::shared_ptr<rocksdb::FileSystem> file_system = {};
};

// Errors: DataDirectoryInUse, DataDirectoryUnreadable, DataDirectoryNewer, Corruption: one line each that names the
// path and says what to do.
Result<std::unique_ptr<Store>> open_store(const std::string& path, const StoreOptions& options);

// Nothing on disk (memory/memory_store.h).
std::unique_ptr<Store> make_memory_store();

}  // namespace partita::storage
