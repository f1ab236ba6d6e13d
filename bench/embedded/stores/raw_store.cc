#include "embedded/stores/raw_store.h"

#include <rocksdb/cache.h>
#include <rocksdb/env.h>

#include "keys/key_space.h"
#include "lib/fatal.h"
#include "storage/rocks/options.h"

namespace partita::bench {
namespace {

void expect(const rocksdb::Status& status) {
  if (!status.ok()) fatal("raw RocksDB: " + status.ToString());
}

}  // namespace

RawStore open_raw(const Settings& settings, const std::filesystem::path& directory) {
  const bool in_memory = settings.durability == DurabilityLevel::Memory;
  RawStore store;
  if (in_memory) store.memory.reset(rocksdb::NewMemEnv(rocksdb::Env::Default()));
  rocksdb::Env* const env = in_memory ? store.memory.get() : rocksdb::Env::Default();
  const storage::StoreOptions same;
  rocksdb::Options options = storage::make_rocksdb_options(same, env, storage::make_block_cache(same));
  if (in_memory) options.compression_per_level.clear();
  rocksdb::DB* db = nullptr;
  expect(rocksdb::DB::Open(options, in_memory ? "/raw" : directory.string(), &db));
  store.db.reset(db);
  store.write_options.disableWAL = in_memory;
  store.write_options.sync = settings.durability == DurabilityLevel::Sync;
  return store;
}

void load(const RawStore& store, const Rows& rows, const Items& items) {
  constexpr std::uint64_t kBatch = 25;
  rocksdb::WriteBatch batch;
  for (std::uint64_t i = 0; i < items.count(); ++i) {
    append_to(batch, rows.change(std::nullopt, items.item(i)));
    if (i % kBatch == kBatch - 1 || i + 1 == items.count()) {
      write(store, batch);
      batch.Clear();
    }
  }
}

void append_to(rocksdb::WriteBatch& out, const storage::Batch& batch) {
  std::string joined;
  batch.for_each([&](storage::Batch::Operation operation, std::string_view key, const storage::Batch::Value& given) {
    const std::string_view value = given.whole(joined);
    switch (operation) {
      case storage::Batch::Operation::Put:
        out.Put(key, value);
        break;
      case storage::Batch::Operation::Erase:
        out.Delete(key);
        break;
      case storage::Batch::Operation::Add:
        out.Merge(key, value);
        break;
      case storage::Batch::Operation::EraseRange:
        fatal("an item's change erases no range");
    }
  });
}

void write(const RawStore& store, rocksdb::WriteBatch& batch) { expect(store.db->Write(store.write_options, &batch)); }

void check_same_rows(const storage::Store& partita, const RawStore& raw, std::uint64_t most) {
  storage::IteratorOptions all;
  all.lower = keys::table_lower(1);
  const auto ours = partita.iterate(all);
  rocksdb::ReadOptions in_total_order;
  in_total_order.total_order_seek = true;
  const std::unique_ptr<rocksdb::Iterator> theirs(raw.db->NewIterator(in_total_order));
  theirs->Seek(all.lower);
  for (std::uint64_t i = 0; i < most && (ours->valid() || theirs->Valid()); ++i) {
    if (!ours->valid() || !theirs->Valid() || theirs->key() != ours->key() || theirs->value() != ours->value())
      fatal("the two sides do not hold the same rows");
    ours->next();
    theirs->Next();
  }
}

}  // namespace partita::bench
