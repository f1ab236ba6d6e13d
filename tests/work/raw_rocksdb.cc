#include "work/raw_rocksdb.h"

#include <rocksdb/cache.h>
#include <rocksdb/write_batch.h>

#include <stdexcept>

#include "storage/rocks/options.h"

namespace partita::work {
namespace {

constexpr const char* kPath = "/raw";

void check(const rocksdb::Status& status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

rocksdb::WriteOptions unlogged() {
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  return options;
}

void append(const storage::Batch& batch, rocksdb::WriteBatch& out) {
  std::string joined;
  batch.for_each([&](storage::Batch::Operation operation, std::string_view key, const storage::Batch::Value& given) {
    const std::string_view value = given.whole(joined);
    switch (operation) {
      case storage::Batch::Operation::Put:
        check(out.Put(key, value));
        break;
      case storage::Batch::Operation::Erase:
        check(out.Delete(key));
        break;
      case storage::Batch::Operation::EraseRange:
        check(out.DeleteRange(key, value));
        break;
      case storage::Batch::Operation::Add:
        check(out.Merge(key, value));
        break;
    }
  });
}

}  // namespace

RawRocksdb::RawRocksdb(const storage::Store& store) : env_(rocksdb::NewMemEnv(rocksdb::Env::Default())) {
  const storage::StoreOptions options;
  rocksdb::DB* db = nullptr;
  check(rocksdb::DB::Open(storage::make_rocksdb_options(options, env_.get(), storage::make_block_cache(options)), kPath,
                          &db));
  db_.reset(db);
  for (auto row = store.iterate({}); row->valid(); row->next()) check(db_->Put(unlogged(), row->key(), row->value()));
  check(db_->Flush({}));
}

std::uint64_t RawRocksdb::allocations_of(const std::vector<StoreCall>& calls) {
  std::uint64_t sum = 0;
  for (const StoreCall& call : calls) {
    const std::uint64_t before = allocations().count;
    std::visit([this](const auto& one) { make(one); }, call);
    sum += allocations().count - before;
  }
  return sum;
}

void RawRocksdb::make(const GetCall& call) {
  rocksdb::PinnableSlice value;
  const auto status = db_->Get({}, db_->DefaultColumnFamily(), call.key, &value);
  if (!status.IsNotFound()) check(status);
}

void RawRocksdb::make(const IterateCall& call) {
  const rocksdb::Slice lower(call.options.lower), upper(call.options.upper);
  rocksdb::ReadOptions options;
  if (!lower.empty()) options.iterate_lower_bound = &lower;
  if (!upper.empty()) options.iterate_upper_bound = &upper;
  options.total_order_seek = !call.options.within_prefix;
  options.prefix_same_as_start = call.options.within_prefix;
  const std::unique_ptr<rocksdb::Iterator> iterator(db_->NewIterator(options));
  if (call.options.direction == storage::Direction::Reverse)
    iterator->SeekToLast();
  else
    iterator->Seek(lower);
  for (std::uint64_t i = 0; i < call.nexts; ++i) {
    if (call.options.direction == storage::Direction::Reverse)
      iterator->Prev();
    else
      iterator->Next();
  }
  check(iterator->status());
}

void RawRocksdb::make(const SnapshotCall&) { db_->ReleaseSnapshot(db_->GetSnapshot()); }

void RawRocksdb::make(const WriteCall& call) {
  std::size_t size = 12;  // a batch's header
  for (const storage::Batch& batch : call.batches) size += batch.size_bytes();
  rocksdb::WriteBatch merged(size);
  for (const storage::Batch& batch : call.batches) append(batch, merged);
  check(db_->Write(unlogged(), &merged));
}

}  // namespace partita::work
