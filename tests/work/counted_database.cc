#include "work/counted_database.h"

#include <gtest/gtest.h>
#include <rocksdb/env.h>

#include <algorithm>
#include <vector>

#include "storage/open_store.h"
#include "support/requests.h"
#include "value/size.h"

namespace partita::work {
namespace {

constexpr int kRuns = 31;
constexpr std::size_t kBatch = 25;

template <class T>
T median(std::vector<T> values) {
  std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
  return values[values.size() / 2];
}

// RocksDB in memory works like the store of a directory, but does not wait for a disk.
std::unique_ptr<storage::Store> open_rocksdb() {
  const std::unique_ptr<rocksdb::Env> memory(rocksdb::NewMemEnv(rocksdb::Env::Default()));
  storage::StoreOptions options;
  options.write_ahead_log = false;
  options.file_system = memory->GetFileSystem();
  return must(storage::open_store("/counted", options));
}

}  // namespace

CountedDatabase::CountedDatabase() {
  engine::EngineOptions options;
  options.sync = storage::Store::Sync::No;
  options.background_jobs = false;
  options.clock = std::make_shared<base::ManualClock>(1'800'000'000'000);
  database_ =
      must(client::EmbeddedDatabase::open(std::make_unique<TracedStore>(open_rocksdb(), trace_), std::move(options)));
}

void CountedDatabase::flush() { must(trace_->store->flush()); }

Work CountedDatabase::work_of(const std::function<Prepared(int)>& make) {
  RawRocksdb raw(*trace_->store);
  std::vector<std::uint64_t> all, raw_all;
  Work work;
  make(2 * kRuns)();  // fills caches, and makes the first item of those that are replaced
  for (int run = 0; run < kRuns; ++run) {
    const Prepared call = make(run);
    const StoreWork store_before = trace_->work;
    const std::uint64_t before = allocations().count;
    call();
    all.push_back(allocations().count - before);
    const StoreWork store = trace_->work - store_before;
    if (run > 0) {
      EXPECT_EQ(store, work.store) << "run " << run;
    }
    work.store = store;

    trace_->noting = true;
    make(kRuns + run)();
    trace_->noting = false;
    raw_all.push_back(raw.allocations_of(trace_->calls));
    trace_->calls.clear();
  }
  work.allocations = median(all);
  work.rocksdb_allocations = median(raw_all);
  return work;
}

AttributeMap key_of(const std::string& partition, int sort) {
  // The keys are scattered and have one length, as real keys have.
  const std::string digits = std::to_string(sort);
  return {{"pk", partition}, {"sk", "sort#" + std::string(7 - digits.size(), '0') + digits}};
}

AttributeMap item_of(const std::string& partition, int sort) {
  AttributeMap item = key_of(partition, sort);
  item.set("owner", "owner of " + partition);
  item.set("state", "a state longer than a short string");
  item.set("score", 1'000'001 + 10 * sort);  // no zero at its end, which would make it shorter
  item.set("active", true);
  item.set("text", std::string());
  const std::size_t room = kItemBytes - value::item_size_bytes(item);
  item.set("text", std::string(room, 'x'));
  return item;
}

void fill(Database& database, const std::string& table, const std::string& partition, int count) {
  std::vector<WriteRequest> writes;
  for (int i = 0; i < count; ++i) {
    writes.push_back({.put_request = PutRequest{item_of(partition, i)}});
    if (writes.size() < kBatch && i + 1 < count) continue;
    BatchWriteItemRequest batch;
    batch.request_items = {{table, std::move(writes)}};
    must(database.batch_write_item(std::move(batch)));
    writes.clear();
  }
}

}  // namespace partita::work
