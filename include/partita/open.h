// Opens an embedded database: partita::open("./shop").
#pragma once

#include <partita/database_class.h>
#include <partita/log.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace partita {

// When a write is acknowledged.
enum class Durability : std::uint8_t {
  Sync,  // once it survives a power cut
  Os,    // once it survives a crash of the process
  None,  // once it is in memory
};

struct OpenOptions {
  bool in_memory = false;                         // nothing on disk; the path is not used
  bool create_if_missing = true;
  bool read_only = false;                         // writes are refused; the directory is not changed; not in memory
  Durability durability = Durability::Sync;       // in memory: always None
  std::uint64_t block_cache_bytes = 0;            // 0: a quarter of the memory, at least 64 MB
  std::uint64_t memtable_bytes = 64ull << 20;
  std::uint64_t large_writes_bytes = 64ull << 20; // what large writes under way hold in all; others wait for them
  std::uint64_t batch_get_bytes = 16ull << 20;    // of items in one answer of BatchGetItem; what is left is unprocessed
  unsigned read_threads = 0;                      // wait for the disk for others; 0: 2 a core, from 4 to 32
  unsigned compaction_threads = 0;                // flush and compact; 0: half of the cores, from 2 to 16
  std::string region = "us-east-1";               // in table ARNs; the account is 000000000000
  std::chrono::milliseconds table_delay{0};       // how long tables stay CREATING, UPDATING, DELETING
  std::chrono::milliseconds ttl_interval{1000};   // between sweeps for expired items; 0: no sweeps
  LogSink log = {};                               // default: nowhere
};

// A database in directory `path`, which this process alone may have open until the result is destroyed.
// Errors: ValidationException (in memory and read-only), DataDirectoryInUse, DataDirectoryUnreadable, DataDirectoryNewer, Corruption; the message says what to do.
PARTITA_API Result<std::unique_ptr<Database>> open(const std::string& path, OpenOptions options = {});

}  // namespace partita
