// Opens a store on disk, in a directory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/log.h"
#include "storage/encryption_keys.h"
#include "storage/store.h"

namespace rocksdb {
class FileSystem;
}

namespace partita::storage {

struct StoreOptions {
  bool create_if_missing = true;
  bool read_only = false;               // write() then fails with InternalServerError, and flush() has no effect
  std::uint64_t block_cache_bytes = 0;  // 0: depends on the memory (cache_size.h)
  std::uint64_t memtable_bytes = 64ull << 20;
  unsigned compaction_threads = 0;  // threads that flush and compact; 0: half of the cores, from 2 to 16
  bool write_ahead_log = true;      // false: no data survives the process (Durability None on disk)
  // Keeps up to so many bytes of the log behind the table files, for Store::change_log(); 0: no byte. Batches then have
  // their times in the log. Not with read_only, and not without a log.
  std::uint64_t kept_log_bytes = 0;
  // Opens a directory that an archive is being restored to, which is refused otherwise (data_directory.h).
  bool being_restored = false;
  // The keys of the files (FORMAT.md). nullptr: new files are not encrypted, and an encrypted directory is refused.
  std::shared_ptr<const EncryptionKeys> keys = {};
  base::Log log = {};
  // Tests inject a simulated disk here (power cuts, full disks). The default is the system's file system.
  std::shared_ptr<rocksdb::FileSystem> file_system = {};
};

// Errors: DataDirectoryInUse, DataDirectoryUnreadable, DataDirectoryNewer, Corruption. Each is one line that names the
// path and says how to mend the fault.
Result<std::unique_ptr<Store>> open_store(const std::string& path, const StoreOptions& options);

}  // namespace partita::storage
