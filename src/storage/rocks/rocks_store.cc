#include "storage/rocks/rocks_store.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <array>

#include "base/clock.h"
#include "base/try.h"
#include "storage/rocks/rocks_iterator.h"
#include "storage/rocks/rocks_snapshot.h"
#include "storage/rocks/space.h"
#include "storage/rocks/status.h"
#include "storage/rocks/uncounted.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

// The least bytes of table files for which discard() compacts. A smaller range goes with the next compaction that
// reaches it.
constexpr std::uint64_t kBytesWorthCompacting = 1 << 20;

void put(rocksdb::WriteBatch& out, const rocksdb::Slice& key, const Batch::Value& value) {
  std::array<rocksdb::Slice, 1 + Batch::kMostUnownedParts> parts;
  std::ranges::copy(value.parts(), parts.begin());
  out.Put(rocksdb::SliceParts(&key, 1), rocksdb::SliceParts(parts.data(), static_cast<int>(value.parts().size())));
}

// Sums up the additions of a batch to the same key, because each operation of RocksDB costs a search in the memtable,
// and each item of a large batch adds to the sums of its table.
class Additions {
 public:
  explicit Additions(rocksdb::WriteBatch& out) : out_(out) {}

  void add(std::string_view key, std::string_view delta) {
    if (!is_sums(delta)) return write(key, delta);
    for (Addition& known : std::span(pending_).first(count_))
      if (known.key == key) {
        known.delta = plus(known.delta, decode_sums(delta));
        return;
      }
    if (count_ == pending_.size()) return write(key, delta);
    pending_[count_++] = {key, decode_sums(delta)};
  }
  // An operation on the key follows, which must see the additions before it.
  void before(std::string_view key) {
    for (const Addition& known : std::span(pending_).first(count_))
      if (known.key == key) return end();
  }
  void end() {
    std::string delta;
    for (const Addition& known : std::span(pending_).first(count_)) {
      delta.clear();
      encode_sums(known.delta, delta);
      write(known.key, delta);
    }
    count_ = 0;
  }

 private:
  struct Addition {
    std::string_view key;
    Sums delta;
  };
  void write(std::string_view key, std::string_view delta) { out_.Merge(key, delta); }

  rocksdb::WriteBatch& out_;
  std::array<Addition, 8> pending_;
  std::size_t count_ = 0;
};

void append_to(rocksdb::WriteBatch& out, const Batch& batch) {
  std::string joined;  // stays empty: only a Put has several parts
  Additions additions(out);
  batch.for_each([&](Batch::Operation operation, std::string_view key, const Batch::Value& value) {
    switch (operation) {
      case Batch::Operation::Put:
        additions.before(key);
        put(out, key, value);
        break;
      case Batch::Operation::Erase:
        additions.before(key);
        out.Delete(key);
        break;
      case Batch::Operation::EraseRange:
        additions.end();
        out.DeleteRange(key, value.whole(joined));
        break;
      case Batch::Operation::Add:
        additions.add(key, value.whole(joined));
        break;
    }
  });
  additions.end();
}

}  // namespace

RocksStore::~RocksStore() {
  // RocksDB's own flush at the end would wait for compactions, which may fail without an end.
  if (write_mode_ == WriteMode::Unlogged) (void)flush();
}

namespace {

// A value in its cache block. The block goes back to the cache when the value is freed. Because these bytes may outlive
// the store, they own the cache too.
struct PinnedBlock {
  explicit PinnedBlock(std::shared_ptr<rocksdb::Cache> its_cache) : cache(std::move(its_cache)) {}
  std::shared_ptr<rocksdb::Cache> cache;
  rocksdb::PinnableSlice value;
};
struct PinnedBlocks {
  PinnedBlocks(std::shared_ptr<rocksdb::Cache> its_cache, std::size_t count)
      : cache(std::move(its_cache)), values(count) {}
  std::shared_ptr<rocksdb::Cache> cache;
  std::vector<rocksdb::PinnableSlice> values;
};

}  // namespace

Result<GetResult> RocksStore::get(std::string_view key, const ReadOptions& options) const {
  parts_.counters->add(Counters::Reads, 1);
  return get_row(key, options);
}

Result<GetResult> RocksStore::get_row(std::string_view key, const ReadOptions& options) const {
  if (options.snapshot != nullptr) return get_stored(key, options);
  if (auto row = parts_.rows->find(key)) {
    parts_.counters->add(Counters::CacheHits, 1);
    parts_.counters->add(Counters::BytesRead, row->bytes.size());
    return GetResult{ReadState::Found, *std::move(row)};
  }
  const RowCache::Stamp stamp = parts_.rows->before_reading(key);
  auto got = get_stored(key, options);
  if (got && got->state == ReadState::Found && options.fill_cache) parts_.rows->keep_read(key, got->value.bytes, stamp);
  return got;
}

Result<GetResult> RocksStore::get_stored(std::string_view key, const ReadOptions& options) const {
  const Uncounted uncounted;
  const NoWaitScope scope(options.no_wait);
  auto pinned = std::make_shared<PinnedBlock>(parts_.block_cache);
  rocksdb::PinnableSlice& value = pinned->value;
  const rocksdb::Status status =
      parts_.db->Get(make_read_options(options, parts_.no_wait_reads), parts_.db->DefaultColumnFamily(), key, &value);
  if (status.IsNotFound()) return GetResult{ReadState::Missing, {}};
  if (status.IsIncomplete()) return GetResult{ReadState::NotCached, {}};
  if (!status.ok()) return unexpected(read_error(status));
  parts_.counters->add(Counters::BytesRead, value.size());
  const std::string_view bytes = value.ToStringView();
  return GetResult{ReadState::Found, {std::move(pinned), bytes}};
}

// A key that is in memory is read by a Get of its own, which costs less than its part of RocksDB's MultiGet. The keys
// that need the disk are read by one MultiGet, so that the thread waits once.
Result<std::vector<GetResult>> RocksStore::get_many(std::span<const std::string_view> keys,
                                                    const ReadOptions& options) const {
  parts_.counters->add(Counters::Reads, keys.size());
  parts_.counters->add(Counters::ManyReads, 1);
  std::vector<GetResult> values;
  values.reserve(keys.size());
  std::vector<std::size_t> on_disk;
  ReadOptions in_memory = options;
  in_memory.no_wait = true;
  for (const std::string_view key : keys) {
    PARTITA_TRY_VALUE(got, get_row(key, in_memory));
    if (got.state == ReadState::NotCached) on_disk.push_back(values.size());
    values.push_back(std::move(got));
  }
  if (options.no_wait || on_disk.empty()) return values;
  PARTITA_TRY(get_from_disk(keys, on_disk, options, values));
  return values;
}

Result<void> RocksStore::get_from_disk(std::span<const std::string_view> keys, std::span<const std::size_t> wanted,
                                       const ReadOptions& options, std::vector<GetResult>& out) const {
  const Uncounted uncounted;
  const auto pinned = std::make_shared<PinnedBlocks>(parts_.block_cache, wanted.size());
  std::vector<rocksdb::Slice> sought;
  for (const std::size_t i : wanted) sought.emplace_back(keys[i]);
  std::vector<rocksdb::Status> states(wanted.size());
  parts_.db->MultiGet(make_read_options(options, parts_.no_wait_reads), parts_.db->DefaultColumnFamily(), sought.size(),
                      sought.data(), pinned->values.data(), states.data());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!states[i].ok() && !states[i].IsNotFound()) return unexpected(read_error(states[i]));
    GetResult& value = out[wanted[i]];
    value = {};
    if (states[i].IsNotFound()) continue;
    parts_.counters->add(Counters::BytesRead, pinned->values[i].size());
    value = {ReadState::Found, {pinned, pinned->values[i].ToStringView()}};
  }
  return {};
}

std::unique_ptr<Iterator> RocksStore::iterate(const IteratorOptions& options) const {
  parts_.counters->add(Counters::Seeks, 1);
  return std::make_unique<RocksIterator>(*parts_.db, *parts_.counters, parts_.tombstones.get(), parts_.no_wait_reads,
                                         options);
}

std::shared_ptr<const Snapshot> RocksStore::snapshot() const { return std::make_shared<RocksSnapshot>(*parts_.db); }

Result<void> RocksStore::write(const Batch& batch, Sync sync) {
  const Batch* const one = &batch;
  return write(std::span(&one, 1), sync);
}

Result<void> RocksStore::write(std::span<const Batch* const> batches, Sync sync) {
  if (write_mode_ == WriteMode::Refused)
    return fail(ErrorCode::InternalServerError, "the data directory was opened read-only, writes are refused");
  if (parts_.change_log && parts_.change_log->refuses_writes())
    return fail(ErrorCode::InternalServerError,
                "writes are refused, because the archive is too far behind and the server must not write without it");
  std::size_t size = 0;
  for (const Batch* batch : batches) size += batch->size_bytes();
  constexpr std::size_t kHeaderBytes = 12;
  constexpr std::size_t kTimeRecordBytes = 10;
  const std::size_t times = parts_.change_log ? kTimeRecordBytes * batches.size() : 0;
  rocksdb::WriteBatch merged(kHeaderBytes + size + times);
  const std::int64_t now_ms = parts_.change_log ? base::SystemClock().now_ms() : 0;
  for (const Batch* batch : batches) {
    if (parts_.change_log) put_time(merged, now_ms);
    append_to(merged, *batch);
  }
  rocksdb::WriteOptions options;
  options.disableWAL = write_mode_ == WriteMode::Unlogged;
  options.sync = sync == Sync::Yes && !options.disableWAL;
  PARTITA_TRY(heal_if_needed());
  if (parts_.stall.refuses_writes(*parts_.db)) return unexpected(stalled_error());
  const auto writing = parts_.healer->begin_write();
  parts_.counters->add(Counters::Writes, batches.size());
  RowCache::Writing rows(*parts_.rows, batches);
  const Uncounted uncounted;
  const rocksdb::Status status = parts_.db->Write(options, &merged);
  if (!status.ok()) {
    if (parts_.change_log) parts_.change_log->note_failure();
    return unexpected(write_error(status));
  }
  rows.keep_new_values();
  return {};
}

Result<std::optional<std::string>> RocksStore::discard(std::string_view from, std::string_view upper,
                                                       std::atomic<bool>& stop_flag) {
  Batch erased;
  erased.erase_range(from, upper);
  const KeyRange range{std::string(from), std::string(upper)};
  const bool is_large = file_bytes_between(*parts_.db, std::span(&range, 1)).front() >= kBytesWorthCompacting;
  if (is_large) {
    PARTITA_TRY(heal_if_needed());
    const auto writing = parts_.healer->begin_write();
    const rocksdb::Status status = delete_files_between(*parts_.db, from, upper);
    if (!status.ok()) return unexpected(write_error(status));
  }
  // The erasure must come after the files are deleted, because the files may hold the tombstones of the remaining keys.
  PARTITA_TRY(write(erased, Sync::No));
  if (!is_large) return std::nullopt;
  const auto writing = parts_.healer->begin_write();
  const rocksdb::Status status = compact_between(*parts_.db, from, upper, stop_flag);
  if (stop_flag) return std::string(from);
  if (!status.ok()) return unexpected(write_error(status));
  return std::nullopt;
}

Result<void> RocksStore::rewrite_tables() {
  PARTITA_TRY(heal_if_needed());
  const auto writing = parts_.healer->begin_write();
  std::atomic<bool> stop_flag{false};
  const rocksdb::Status status = compact_between(*parts_.db, {}, {}, stop_flag);
  if (!status.ok()) return unexpected(write_error(status));
  return {};
}

Result<void> RocksStore::flush() {
  if (write_mode_ == WriteMode::Refused) return {};
  PARTITA_TRY(heal_if_needed());
  const auto writing = parts_.healer->begin_write();
  rocksdb::FlushOptions options;
  options.allow_write_stall = true;  // otherwise it waits for compactions, which may fail without an end
  const rocksdb::Status status = write_mode_ == WriteMode::Logged ? parts_.db->SyncWAL() : parts_.db->Flush(options);
  if (!status.ok()) return unexpected(write_error(status));
  parts_.synced_files->make_durable();
  return {};
}

Result<void> RocksStore::check_files() const {
  // First the worse damage, which the other one must not hide.
  const rocksdb::Status status = parts_.db->VerifyChecksum();
  if (!status.ok()) return unexpected(read_error(status));
  std::optional<SyncedNote> note;
  const rocksdb::IOStatus read = parts_.synced_files
                                     ? parts_.synced_files->read_note(note)
                                     : read_synced_note(*parts_.db->GetFileSystem(), parts_.db->GetName(), note);
  if (!read.ok()) return unexpected(read_error(read));
  if (!note)
    return fail(ErrorCode::Corruption,
                fmt::format("{}/{} is damaged: expected a note of what is synced; the next start "
                            "of the server writes it anew",
                            parts_.db->GetName(), kSyncedFileName));
  return {};
}

void RocksStore::set_aside(std::size_t bytes) noexcept {
  const std::size_t capacity = parts_.cache_bytes - std::min(bytes, parts_.cache_bytes / 2);
  if (capacity != parts_.block_cache->GetCapacity()) parts_.block_cache->SetCapacity(capacity);
}

StoreStatistics RocksStore::statistics() const {
  StoreStatistics all = parts_.counters->sum();
  const auto now = [this](const std::string& property) {
    std::uint64_t value = 0;
    parts_.db->GetIntProperty(property, &value);
    return value;
  };
  using Properties = rocksdb::DB::Properties;
  all.file_bytes = now(Properties::kLiveSstFilesSize);
  all.memtable_bytes = now(Properties::kCurSizeAllMemTables);
  all.compaction_debt_bytes = now(Properties::kEstimatePendingCompactionBytes);
  all.pinned_cache_bytes = parts_.block_cache->GetPinnedUsage();
  all.stalls = now(Properties::kIsWriteStopped) != 0 || now(Properties::kActualDelayedWriteRate) != 0 ? 1 : 0;
  return all;
}

Result<void> RocksStore::heal_if_needed() {
  if (parts_.healer->healthy()) return {};
  const rocksdb::Status status = parts_.healer->heal(*parts_.db);
  if (!status.ok()) return unexpected(unhealed_error(status));
  return {};
}

}  // namespace partita::storage
