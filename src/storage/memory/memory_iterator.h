#pragma once

#include <string>
#include <vector>

#include "storage/memory/memory_store.h"

namespace partita::storage {

// Copies rows in bundles that grow, so that a short page copies few rows and a long one seldom takes the lock.
class MemoryIterator final : public Iterator {
 public:
  // Requires: `store` and the snapshot in `options`, if any, outlive this object.
  MemoryIterator(const MemoryStore& store, const IteratorOptions& options);
  ~MemoryIterator() override;

  bool valid() const override { return at_ < bundle_.size(); }
  void next() override;
  std::string_view key() const override { return bundle_[at_].key(); }
  std::string_view value() const override { return bundle_[at_].value(); }
  Result<ReadState> end_state() const override { return ReadState::Missing; }

 private:
  // Requires: the store's lock is held, shared.
  void fetch();
  void count_entry();

  const MemoryStore& store_;
  // The bounds of the rows that are not fetched yet. An empty string means no bound.
  std::string lower_, upper_;
  const Direction direction_;
  std::uint64_t version_ = 0;
  bool pinned_ = false;
  std::vector<Row> bundle_;
  std::size_t at_ = 0;
  std::size_t bundle_size_;
  bool all_fetched_ = false;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace partita::storage
