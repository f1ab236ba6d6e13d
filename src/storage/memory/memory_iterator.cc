#include "storage/memory/memory_iterator.h"

#include <algorithm>
#include <array>
#include <shared_mutex>

#include "base/check.h"
#include "storage/memory/memory_snapshot.h"

namespace partita::storage {
namespace {

constexpr std::size_t kFirstBundle = 8;
constexpr std::size_t kLargestBundle = 64;
// How many rows ahead of the reader the processor loads. The rows of a whole bundle would push each other out of the
// first cache.
constexpr std::size_t kRowsAhead = 6;

}  // namespace

MemoryIterator::MemoryIterator(const MemoryStore& store, const IteratorOptions& options)
    : store_(store),
      lower_(options.lower),
      upper_(options.upper),
      direction_(options.direction),
      bundle_size_(kFirstBundle) {
  const std::shared_lock lock(store_.lock_);
  version_ =
      options.snapshot == nullptr ? store_.version_ : static_cast<const MemorySnapshot*>(options.snapshot)->version();
  fetch();
  if (options.snapshot == nullptr && !all_fetched_) {
    store_.pinned_versions_.pin(version_);
    pinned_ = true;
  }
  count_entry();
}

MemoryIterator::~MemoryIterator() {
  if (pinned_) store_.pinned_versions_.unpin(version_);
  store_.counters_.add(Counters::BytesRead, bytes_read_);
}

void MemoryIterator::fetch() {
  std::array<const Row*, kLargestBundle> found;
  std::size_t count = 0;
  const auto take = [&](const Row& row) {
    found[count++] = &row;
    return count < bundle_size_;
  };
  const std::size_t passed = direction_ == Direction::Forward ? store_.rows_.walk(lower_, upper_, version_, take)
                                                              : store_.rows_.walk_back(lower_, upper_, version_, take);
  for (std::size_t i = 0; i < count; ++i) found[i]->prefetch_head();
  for (std::size_t i = 0; i < std::min(count, kRowsAhead); ++i) found[i]->prefetch_text();
  bundle_.clear();
  at_ = 0;
  for (std::size_t i = 0; i < count; ++i) bundle_.push_back(*found[i]);
  store_.counters_.add(Counters::EntriesSkipped, passed);
  all_fetched_ = bundle_.size() < bundle_size_;
  bundle_size_ = std::min(bundle_size_ * 2, kLargestBundle);
}

void MemoryIterator::next() {
  PARTITA_CHECK(valid());
  ++at_;
  if (at_ + kRowsAhead - 1 < bundle_.size()) bundle_[at_ + kRowsAhead - 1].prefetch_text();
  if (!valid() && !all_fetched_) {
    if (direction_ == Direction::Forward)
      lower_.assign(bundle_.back().key()).push_back('\0');  // the first key that may follow it
    else
      upper_ = bundle_.back().key();
    const std::shared_lock lock(store_.lock_);
    fetch();
  }
  count_entry();
}

void MemoryIterator::count_entry() {
  if (valid()) bytes_read_ += key().size() + value().size();
}

}  // namespace partita::storage
