#include "storage/rocks/options.h"

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <algorithm>

#include "base/cores.h"
#include "storage/rocks/cache/cache_size.h"
#include "storage/rocks/info_log.h"
#include "storage/rocks/recovery/stall.h"
#include "storage/rocks/sums_merge.h"
#include "storage/rocks/table_files.h"
#include "storage/store.h"

namespace partita::storage {
namespace {

constexpr double kBloomBitsPerKey = 10;
// Compared with RocksDB's 4 KB, such a block needs a quarter of the index entries, and a quarter of the reads that fill
// a cold cache.
constexpr std::size_t kBlockBytes = 16 << 10;
// The hash index of a block leads to a restart point, and a Get compares the rows after it. RocksDB's default of 16
// rows makes a Get of a cached row slower, because the rows that it compares lie apart in memory.
constexpr int kRowsToRestart = 4;
// Limits the chain of merge operands that a counter to which every write adds builds up in the memtable.
constexpr std::size_t kMaxSuccessiveMerges = 16;
constexpr std::uint64_t kBytesPerSync = 1 << 20;
// RocksDB would let writes wait for as long as there are this many files, so also without an end if compactions fail.
// Up to here it slows them down, and a store whose compactions fail refuses them before (stall.h).
constexpr int kNeverThisManyFiles = 1 << 30;
// A share of the memtable's size, which gives some 18 bits to each key and prefix of items of 400 bytes.
constexpr double kMemtableBloomShare = 0.01;

rocksdb::BlockBasedTableOptions make_table_options(std::shared_ptr<rocksdb::Cache> block_cache) {
  rocksdb::BlockBasedTableOptions table;
  table.format_version = 5;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBloomBitsPerKey));
  table.whole_key_filtering = true;
  table.block_size = kBlockBytes;
  table.block_restart_interval = kRowsToRestart;
  table.block_cache = std::move(block_cache);
  // Indexes and filters count against the cache. A point lookup needs no cache look-up for those that stay there
  // (table_files.h).
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.metadata_cache_options.unpartitioned_pinning = rocksdb::PinningTier::kAll;
  table.metadata_cache_options.top_level_index_pinning = rocksdb::PinningTier::kAll;
  table.data_block_index_type = rocksdb::BlockBasedTableOptions::kDataBlockBinaryAndHash;
  return table;
}

// Compactions exist for the sake of the requests, so they get half of the cores.
unsigned default_compaction_threads() { return std::clamp(base::usable_cores() / 2, 2u, 16u); }

void keep_idle_cost_low(rocksdb::Options& out) {
  out.stats_dump_period_sec = 0;
  out.stats_persist_period_sec = 0;
  out.skip_stats_update_on_db_open = true;
  out.max_file_opening_threads = 2;
}

void set_compression(rocksdb::Options& out) {
  // The upper levels are rewritten soon, and the lower ones hold nine tenths of a large database.
  out.compression = rocksdb::kNoCompression;
  out.compression_per_level = {rocksdb::kNoCompression, rocksdb::kNoCompression, rocksdb::kLZ4Compression};
  out.level_compaction_dynamic_level_bytes = true;
}

}  // namespace

std::shared_ptr<rocksdb::Cache> make_block_cache(const StoreOptions& options) {
  return rocksdb::NewLRUCache(options.block_cache_bytes > 0 ? options.block_cache_bytes
                                                            : default_cache_bytes(usable_memory_bytes()));
}

rocksdb::Options make_rocksdb_options(const StoreOptions& options, rocksdb::Env* env,
                                      std::shared_ptr<rocksdb::Cache> block_cache) {
  rocksdb::Options out;
  out.env = env;
  out.create_if_missing = options.create_if_missing;
  out.info_log = make_info_log(options.log);
  out.write_buffer_size = options.memtable_bytes;
  out.max_open_files = -1;
  out.max_background_jobs =
      static_cast<int>(options.compaction_threads > 0 ? options.compaction_threads : default_compaction_threads());
  const auto file_bytes = std::make_shared<FileBytes>();
  out.listeners.push_back(file_bytes);
  out.table_factory = make_table_factory(make_table_options(std::move(block_cache)), file_bytes);
  // The transform is capped, so that a key shorter than the prefix is its own prefix.
  out.prefix_extractor.reset(rocksdb::NewCappedPrefixTransform(Store::kPrefixBytes));
  // The memtable's bloom filter lets a Get of a flushed key skip the search in the memtable.
  out.memtable_prefix_bloom_size_ratio = kMemtableBloomShare;
  out.memtable_whole_key_filtering = true;
  out.merge_operator = make_sums_merge_operator();
  out.max_successive_merges = kMaxSuccessiveMerges;
  // RocksDB never puts a batch with merges into the memtable in parallel, and almost all of our batches have merges.
  out.allow_concurrent_memtable_write = false;
  out.enable_write_thread_adaptive_yield = false;
  // After a power cut, recovery ends at the log's first torn record, or at a missing one (wal_continuity.h). All synced
  // records lie before it.
  out.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  // 0 keeps no log that is not needed, so a small bound must not become that.
  if (options.kept_log_bytes > 0) out.WAL_size_limit_MB = std::max<std::uint64_t>(options.kept_log_bytes >> 20, 1);
  out.bytes_per_sync = kBytesPerSync;
  out.avoid_unnecessary_blocking_io = true;
  // Not before writes are refused, because the delay would let them wait for minutes.
  out.level0_slowdown_writes_trigger = Stall::kMostFiles;
  out.level0_stop_writes_trigger = kNeverThisManyFiles;
  out.hard_pending_compaction_bytes_limit = 0;  // no limit
  out.avoid_flush_during_shutdown = true;       // the store flushes
  set_compression(out);
  keep_idle_cost_low(out);
  return out;
}

}  // namespace partita::storage
