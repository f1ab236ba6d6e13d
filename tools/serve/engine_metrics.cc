#include "engine_metrics.h"

#include "base/process_memory.h"

namespace partita::tools {
namespace {

using server::Metric;

Metric counter(std::string name, std::string help, double value) {
  return {std::move(name), std::move(help), Metric::Type::Counter, value};
}

Metric gauge(std::string name, std::string help, std::uint64_t value,
             std::vector<std::pair<std::string, std::string>> labels = {}) {
  return {std::move(name), std::move(help), Metric::Type::Gauge, double(value), std::move(labels)};
}

using Labels = std::vector<std::pair<std::string, std::string>>;

// The labels of a table's metrics. Those of the own realm's tables do not name it.
Labels with_realm(Labels labels, const catalog::Realm& realm, const client::EmbeddedDatabase& database) {
  if (const auto place = database.place_of(realm)) {
    labels.emplace_back("account", place->account);
    labels.emplace_back("region", place->region);
  }
  return labels;
}

void add_jobs(const std::vector<engine::JobProgress>& jobs, const client::EmbeddedDatabase& database,
              std::vector<Metric>& out) {
  const auto labels = [&](const engine::JobProgress& job) {
    return with_realm({{"job", job.job}, {"table", job.table}, {"index", job.index}}, job.realm, database);
  };
  for (const engine::JobProgress& job : jobs)
    out.push_back(
        gauge("partita_job_items_done", "Items that a background job has processed", job.items_done, labels(job)));
  for (const engine::JobProgress& job : jobs)
    out.push_back(
        gauge("partita_job_items", "Items that a background job must process in all", job.items_in_all, labels(job)));
}

void add_throttled(const std::vector<engine::Throttle::Refusals>& refusals, const client::EmbeddedDatabase& database,
                   std::vector<Metric>& out) {
  for (const engine::Throttle::Refusals& of_table : refusals)
    for (const auto& [side, count] : {std::pair("read", of_table.reads), std::pair("write", of_table.writes)}) {
      Metric metric =
          counter("partita_throttled_requests_total",
                  "Requests, and members of batches, that --throttle refused for lack of capacity", double(count));
      metric.labels = with_realm({{"table", of_table.table}, {"side", side}}, of_table.realm, database);
      out.push_back(std::move(metric));
    }
}

void add_queues(const engine::EngineStatistics& now, std::vector<Metric>& out) {
  const Metric metrics[] = {
      counter("partita_engine_commits_total", "Batches that operations and jobs committed", now.commits),
      gauge("partita_commit_queue_batches", "Batches that wait for the store or are being written", now.queued.batches),
      gauge("partita_commit_queue_bytes", "Bytes of the batches that wait for the store or are being written",
            now.queued.bytes),
      gauge("partita_executor_queued", "Long pages and reads of the disk that wait for a thread", now.executor_queued),
      gauge("partita_locked_reads_queued",
            "Writers that hold an item's lock and wait for a thread to read the disk or to evaluate",
            now.locked_reads_queued),
      gauge("partita_handovers_queued",
            "Writers that got their item's lock or their memory, and wait for the thread that continues them",
            now.handovers_queued),
      gauge("partita_large_writes_bytes",
            "Bytes that large writes under way hold for their new items and their batches", now.large_writes.bytes),
      gauge("partita_large_writes_waiting", "Large writes that wait until other large writes hold less",
            now.large_writes.waiting),
      gauge("partita_catalog_bytes", "Bytes that the descriptions of all tables take in memory (an estimate)",
            now.catalog_bytes),
      gauge("partita_long_pages_bytes",
            "Bytes that the items of long pages, searches and batches of statements under way take (an estimate)",
            now.pages.bytes),
      gauge("partita_long_pages_waiting",
            "Long pages, searches and batches of statements that wait until others take less", now.pages.waiting),
  };
  out.insert(out.end(), std::begin(metrics), std::end(metrics));
}

void add_writes(const engine::EngineStatistics& now, std::vector<Metric>& out) {
  const Metric metrics[] = {
      gauge("partita_engine_lock_waiting", "Writers that wait for an item's lock", now.locks.waiting),
      counter("partita_engine_lock_waits_total", "Times that a writer had to wait for an item's lock", now.locks.waits),
      gauge("partita_engine_items_being_written", "Items that are locked or have a write on its way to the store",
            now.locks.entries),
      counter("partita_expired_items_total", "Items that were deleted because their time to live had ended",
              double(now.expired_items)),
  };
  out.insert(out.end(), std::begin(metrics), std::end(metrics));
}

void add_vector_cache(const engine::EngineStatistics& now, std::vector<Metric>& out) {
  const Metric metrics[] = {
      gauge("partita_vector_cache_bytes", "Bytes of the partitions of vector indexes that are in memory for searches",
            now.vector_cache.bytes),
      gauge("partita_vector_cache_partitions", "Partitions of vector indexes that are in memory for searches",
            now.vector_cache.partitions),
      gauge("partita_vector_cache_vectors", "Vectors of the partitions that are in memory for searches",
            now.vector_cache.vectors),
      gauge("partita_vector_cache_indexed_vectors", "Vectors of the partitions that searches read by an index",
            now.vector_cache.indexed_vectors),
  };
  out.insert(out.end(), std::begin(metrics), std::end(metrics));
}

void add_streams(const engine::EngineStatistics& now, std::vector<Metric>& out) {
  const Metric metrics[] = {
      counter("partita_stream_records_written_total", "Records that writes added to streams",
              double(now.stream_records_written.records)),
      counter("partita_stream_written_bytes_total", "Bytes of the records that writes added to streams",
              double(now.stream_records_written.bytes)),
      counter("partita_stream_records_read_total", "Records that GetRecords returned",
              double(now.stream_records_read.records)),
      counter("partita_stream_read_bytes_total", "Stored bytes of the records that GetRecords returned",
              double(now.stream_records_read.bytes)),
  };
  out.insert(out.end(), std::begin(metrics), std::end(metrics));
}

void add_store_calls(const engine::EngineStatistics& now, std::vector<Metric>& out) {
  const Metric metrics[] = {
      counter("partita_store_writes_total", "Writes to the store; one may carry many commits", now.store.writes),
      counter(
          "partita_store_syncs_total",
          "Syncs of the write-ahead log; partita_engine_commits_total divided by it gives the commits for each sync",
          now.store.syncs),
      counter("partita_store_reads_total", "Items read by key", now.store.reads),
      counter("partita_store_seeks_total", "Ranges of keys opened, by pages, counts and background jobs",
              now.store.seeks),
      counter("partita_store_read_bytes_total", "Bytes read by key and from ranges", now.store.bytes_read),
      counter("partita_store_cache_hits_total", "Blocks and rows found in the block cache", now.store.cache_hits),
      counter("partita_store_cache_misses_total", "Blocks that the block cache did not have", now.store.cache_misses),
  };
  out.insert(out.end(), std::begin(metrics), std::end(metrics));
}

void add_store_files(const engine::EngineStatistics& now, std::vector<Metric>& out) {
  const Metric metrics[] = {
      counter("partita_store_stalled_seconds_total", "Seconds that writes waited because compactions lagged behind",
              double(now.store.stalled_us) * 1e-6),
      gauge("partita_store_stalls", "1 while writes wait, or are slowed down, because compactions lag behind",
            now.store.stalls),
      gauge("partita_store_compaction_debt_bytes", "Bytes that compactions have yet to rewrite (an estimate)",
            now.store.compaction_debt_bytes),
      gauge("partita_store_file_bytes", "Bytes of the table files in use", now.store.file_bytes),
      gauge("partita_store_cache_pinned_bytes",
            "Bytes of the block cache that cannot be evicted: indexes, filters, and blocks that are being read",
            now.store.pinned_cache_bytes),
      gauge("partita_store_memtable_bytes", "Bytes of the memtables, which are not in table files yet",
            now.store.memtable_bytes),
  };
  out.insert(out.end(), std::begin(metrics), std::end(metrics));
}

void add_process(std::vector<Metric>& out) {
  const base::ProcessMemory memory = base::process_memory();
  out.push_back(gauge("partita_process_resident_bytes", "Bytes of the machine's memory that the process takes",
                      memory.resident_bytes));
  out.push_back(gauge("partita_process_heap_used_bytes",
                      "Bytes of the heap that are in use, the block cache and the memtables included",
                      memory.heap_used_bytes));
  out.push_back(gauge("partita_process_heap_free_bytes", "Bytes that were freed and that the allocator keeps for later",
                      memory.heap_free_bytes));
}

// The keys themselves are data, which metrics must not show.
void add_hot_keys(const client::EmbeddedDatabase& database, std::vector<Metric>& out) {
  for (const engine::HotKey& hot : database.hot_keys(1))
    if (hot.rule == engine::KeyRule::AccessedPartition)
      out.push_back(
          {"partita_hot_key_share",
           "The share, from 0 to 1, of the requests of the last minutes that name the most frequent partition "
           "key of the table or index (with --hot-keys or Contributor Insights)",
           Metric::Type::Gauge, hot.share,
           with_realm({{"table", hot.table}, {"index", hot.index}}, hot.realm, database)});
}

void add_insights(const client::EmbeddedDatabase& database, std::vector<Metric>& out) {
  const auto insights = database.insight_counts();
  for (const engine::InsightCounts& of : insights) {
    out.push_back(
        counter("partita_insights_accessed_total",
                "Requests that name a key of a table or index with Contributor Insights (estimated from a sample)",
                double(of.accessed)));
    out.back().labels = with_realm({{"table", of.table}, {"index", of.index}}, of.realm, database);
  }
  for (const engine::InsightCounts& of : insights) {
    out.push_back(
        counter("partita_insights_throttled_total",
                "Requests for a key of a table or index with Contributor Insights that were refused for lack of "
                "capacity (with --throttle capacity)",
                double(of.throttled)));
    out.back().labels = with_realm({{"table", of.table}, {"index", of.index}}, of.realm, database);
  }
}

void add_file_bytes(const client::EmbeddedDatabase& database, std::vector<Metric>& out) {
  for (const auto& [realm, table, bytes] : database.file_bytes_by_table())
    out.push_back(
        gauge("partita_table_file_bytes",
              "Bytes of table files that a table and its indexes take (an estimate), without memtables and the log",
              bytes, with_realm({{"table", table}}, realm, database)));
  for (const auto& [realm, table, bytes] : database.stream_file_bytes_by_table())
    out.push_back(gauge(
        "partita_stream_file_bytes",
        "Bytes of table files that the records of a table's streams take (an estimate), without memtables and the "
        "log",
        bytes, with_realm({{"table", table}}, realm, database)));
}

}  // namespace

std::vector<Metric> engine_metrics(const client::EmbeddedDatabase& database) {
  const engine::EngineStatistics now = database.statistics();
  std::vector<Metric> metrics;
  add_queues(now, metrics);
  add_writes(now, metrics);
  add_vector_cache(now, metrics);
  add_streams(now, metrics);
  add_store_calls(now, metrics);
  add_store_files(now, metrics);
  add_process(metrics);
  add_jobs(now.jobs, database, metrics);
  add_throttled(now.throttled, database, metrics);
  add_hot_keys(database, metrics);
  add_insights(database, metrics);
  add_file_bytes(database, metrics);
  return metrics;
}

}  // namespace partita::tools
