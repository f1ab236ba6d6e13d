// Opens an embedded database: partita::open("./shop").
#pragma once

#include <partita/database_class.h>
#include <partita/log.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace partita {

// The account that ARNs name unless an option names another. SDKs take it for an example, so nobody confuses it with a
// real account.
inline constexpr const char* kDefaultAccount = "123456789012";

// The moment at which a write is acknowledged.
enum class Durability : std::uint8_t {
  Sync,  // when it survives a power cut
  Os,    // when it survives a crash of the process
  None,  // when it is in memory
};

// Whether requests are refused that ask for more capacity than their table has.
enum class Throttling : std::uint8_t {
  Off,
  Capacity,  // as on the service, by the units of tables, global indexes and partition keys
};

// What happens to a write of an item that a transaction is writing, and to a transaction that meets another one.
enum class Conflicts : std::uint8_t {
  Wait,  // it waits for its turn
  Fail,  // it gets TransactionConflictException or TransactionCanceledException, as on the service
};

// Sizes are in bytes, and 0 chooses a default where the comment names one.
struct OpenOptions {
  // Nothing is written to disk, and the path is not used.
  bool in_memory = false;
  bool create_if_missing = true;  // Otherwise a missing directory is an error.
  // Writes are refused, and the directory is not changed. This cannot be combined with in_memory.
  bool read_only = false;
  // A database in memory always has None.
  Durability durability = Durability::Sync;
  // 0: a quarter of the memory, at least 64 MB.
  std::uint64_t block_cache_bytes = 0;
  std::uint64_t memtable_bytes = 64ull << 20;  // The size at which a memtable is flushed to a file.
  // The memory of all large writes under way. Further large writes wait.
  std::uint64_t large_writes_bytes = 64ull << 20;
  // The items of all pages of Query and Scan that are too long to be read at once, and of searches and batches of
  // statements. Further ones wait.
  std::uint64_t pages_bytes = 64ull << 20;
  // The items in one answer of BatchGetItem, up to 16 MB. The rest is unprocessed.
  std::uint64_t batch_get_bytes = 16ull << 20;
  // The items in one answer of SearchVectors and BatchExecuteStatement, which cannot be answered in part. If there are
  // more, the request fails with MemoryLimitExceeded. 0: no other limit than that of the service.
  std::uint64_t answer_bytes = 0;
  // The descriptions of all tables in memory, with their tags and policies. A request that would add to them beyond
  // that fails with LimitExceededException. 0: no limit.
  std::uint64_t catalog_bytes = 0;
  // The partitions of vector indexes that searches keep in memory. Larger partitions are read from the store.
  // 0: an eighth of the memory.
  std::uint64_t vector_cache_bytes = 0;
  // The vectors of a partition from which SearchVectors may miss some of the best results: about 2 of 100. Such a
  // partition is compared with an index, which is made in the background, so it is searched exactly at first. 0: each
  // search is exact.
  std::uint64_t approximate_from = 50'000;
  // Threads that wait for the disk. 0: 2 for each core, from 4 to 32.
  unsigned read_threads = 0;
  // Threads that flush and compact. 0: half of the cores, from 2 to 16.
  unsigned compaction_threads = 0;
  // The region in ARNs.
  std::string region = "us-east-1";
  // The account in ARNs: 12 digits. No ARN is stored, so a database may be opened with another account. Tables that
  // were made through in_account() keep their account and region, though, with which the database cannot be opened
  // then.
  std::string account = kDefaultAccount;
  // How long tables stay CREATING, UPDATING and DELETING.
  std::chrono::milliseconds table_delay{0};
  // The time between sweeps for expired items. 0: no sweeps.
  std::chrono::milliseconds ttl_interval{1000};
  // The age at which the open shard of a stream is closed and a child is opened. 0: never.
  std::chrono::milliseconds stream_roll{0};

  // How long before now the latest restorable time is. On Amazon DynamoDB it is about five minutes.
  std::chrono::milliseconds recovery_delay{0};
  // The directory of "S3", which exports, imports and bulk writes need: its folders are buckets, and the files in them
  // objects. If empty, the database refuses these operations.
  std::string s3_directory = {};
  // If positive, reads of global indexes do not see the writes of the last delay. They see each write at the latest
  // when it is twice as old.
  std::chrono::milliseconds index_delay{0};
  // With index_delay: reads of tables and local indexes that are not strongly consistent are delayed too.
  bool delay_eventual_reads = false;
  Conflicts conflicts = Conflicts::Wait;
  Throttling throttling = Throttling::Off;
  // With Capacity: a provisioned table or index keeps the units that it did not use in this time, 1 to 3600 seconds.
  std::chrono::seconds throttle_burst{300};
  // Looks for the partition keys that requests name most often, of all tables and indexes, which costs some nanoseconds
  // for each request. `partita stats` shows them. Database::update_contributor_insights() does so for one table.
  bool hot_keys = false;
  // A file with the keys of the directory, 64 hexadecimal digits in each line, which only this process's user, or root,
  // may own, and no other may read. `partita encryption new-key` makes one. New files of the directory are encrypted
  // with the first key, and the others are needed only to read files of before. A directory that was ever opened with a
  // key cannot be opened without one. Empty: no encryption. It cannot be combined with in_memory.
  std::string encryption_key_file = {};
  // If empty, the lines are dropped.
  LogSink log = {};
};

// Opens the database in directory `path`. Only this process may have it open until the result is destroyed. The result
// belongs to the caller.
// Errors: ValidationException if the options ask for a database that is in memory and read-only or encrypted, or if a
// value is not in its range; DataDirectoryInUse, DataDirectoryUnreadable (also if a key is missing),
// DataDirectoryNewer, Corruption. The message tells the user how to go on.
PARTITA_API Result<std::unique_ptr<Database>> open(const std::string& path, OpenOptions options = {});

// The tables of another account, and perhaps another region, in the directory that `database` has open. They have
// nothing in common with those of `database`, so programs, or tests that run in parallel, can use the same names in one
// directory. An account needs no preparation, and nothing is stored of it before its first table. An empty account or
// region stands for that of OpenOptions. The result belongs to the caller. The directory stays open until the last of
// its databases is destroyed.
// Errors: ValidationException if partita::open did not give `database`, if `account` does not have 12 digits, or if
// `region` is not made of 1 to 32 lower-case letters, digits and hyphens; LimitExceededException after 100,000 accounts
// and regions, or 1,000 regions of one account.
PARTITA_API Result<std::unique_ptr<Database>> in_account(Database& database, const std::string& account,
                                                         const std::string& region = {});

}  // namespace partita
