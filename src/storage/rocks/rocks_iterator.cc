#include "storage/rocks/rocks_iterator.h"

#include <rocksdb/db.h>

#include "base/check.h"
#include "storage/rocks/cache_statistics.h"
#include "storage/rocks/rocks_snapshot.h"
#include "storage/rocks/status.h"
#include "storage/rocks/uncounted.h"

namespace partita::storage {
namespace {

// RocksDB looks the prefix of the sought key up in its bloom filters. The sought key is `lower`, or `upper` if the
// iterator goes backwards. So only a seek to a key that has the whole prefix may use them.
bool may_seek_by_prefix(const IteratorOptions& options) {
  if (!options.within_prefix) return false;
  const std::string& sought = options.direction == Direction::Forward ? options.lower : options.upper;
  const std::string& other = options.direction == Direction::Forward ? options.upper : options.lower;
  return sought.size() >= Store::kPrefixBytes && other.size() >= Store::kPrefixBytes &&
         sought.compare(0, Store::kPrefixBytes, other, 0, Store::kPrefixBytes) == 0;
}

// The most entries that a thread that must not wait skips on its way to one key. Skipping them takes a few times as
// long as handing the page to another thread.
constexpr std::uint64_t kMostSkippedAtOnce = 1000;

}  // namespace

RocksIterator::RocksIterator(rocksdb::DB& db, Counters& counters, Tombstones* tombstones, NoWaitReads no_wait_reads,
                             const IteratorOptions& options)
    : lower_(options.lower),
      upper_(options.upper),
      lower_slice_(lower_),
      upper_slice_(upper_),
      direction_(options.direction),
      no_wait_(options.no_wait),
      counters_(counters),
      tombstones_(tombstones) {
  rocksdb::ReadOptions read = make_read_options(options, no_wait_reads);
  if (!lower_.empty()) read.iterate_lower_bound = &lower_slice_;
  if (!upper_.empty()) read.iterate_upper_bound = &upper_slice_;
  if (no_wait_) read.max_skippable_internal_keys = kMostSkippedAtOnce;
  const bool by_prefix = may_seek_by_prefix(options);
  read.prefix_same_as_start = by_prefix;
  read.total_order_seek = !by_prefix;
  read.ignore_range_deletions = options.never_discarded;
  const Uncounted uncounted;
  const NoWaitScope scope(no_wait_);
  rocksdb_.reset(db.NewIterator(read));
  if (direction_ == Direction::Reverse) {
    rocksdb_->SeekToLast();
  } else if (lower_.empty()) {
    rocksdb_->SeekToFirst();
  } else {
    rocksdb_->Seek(lower_slice_);
  }
  count_entry();
}

RocksIterator::~RocksIterator() {
  counters_.add(Counters::BytesRead, bytes_read_);
  report_skipped();
}

void RocksIterator::report_skipped() {
  if (tombstones_ == nullptr) return;
  thread_local std::string here;  // kept for its capacity, because most iterators do not skip
  here.clear();
  if (rocksdb_->Valid()) here = rocksdb_->key().ToStringView();
  rocksdb_.reset();
  const std::uint64_t skipped = CacheStatistics::skipped_by_last_iterator();
  if (direction_ == Direction::Forward)
    tombstones_->passed(skipped, entries_read_, lower_, here.empty() ? upper_ : here);
  else
    tombstones_->passed(skipped, entries_read_, here.empty() ? lower_ : here, upper_);
}

void RocksIterator::next() {
  PARTITA_CHECK(valid());
  const Uncounted uncounted;
  const NoWaitScope scope(no_wait_);
  if (direction_ == Direction::Forward)
    rocksdb_->Next();
  else
    rocksdb_->Prev();
  count_entry();
}

void RocksIterator::count_entry() {
  if (!rocksdb_->Valid()) return;
  ++entries_read_;
  bytes_read_ += rocksdb_->key().size() + rocksdb_->value().size();
}

Result<ReadState> RocksIterator::end_state() const {
  PARTITA_CHECK(!valid());
  const rocksdb::Status status = rocksdb_->status();
  if (status.ok()) return ReadState::Missing;
  if (status.IsIncomplete()) return ReadState::NotCached;
  return unexpected(read_error(status));
}

}  // namespace partita::storage
