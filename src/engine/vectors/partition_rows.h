// PartitionRows: the entries of one partition of a vector index in memory, in a form that a search reads from front to
// back. Without locks: the caller must exclude changes while it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/table_info.h"
#include "engine/vectors/scorer.h"
#include "engine/vectors/search.h"

namespace partita::engine {

class PartitionRows {
 public:
  // `index` must be a vector index. The object keeps no reference to it.
  explicit PartitionRows(const catalog::IndexInfo& index);

  // Adds or replaces the row of the entry with this key, which is the entry's store key behind VectorSearch::prefix.
  // Requires: `value` is the value of an entry of the index. If memory runs out (std::bad_alloc), the object must not
  // be used any more.
  void put(std::string_view key, std::string_view value);
  // Removes the row, if there is one.
  void erase(std::string_view key);
  void clear();

  std::size_t size() const { return keys_.size(); }
  // About the bytes of memory that the rows take.
  std::size_t bytes() const;
  // Whether most of the filters' values that it remembers are no row's. Then it should be filled anew.
  bool has_stale_filters() const;
  // The bytes of vectors that a search reads.
  std::size_t vector_bytes() const { return size() * dimensions_ * sizeof(float); }

  struct Found {
    float score = 0;
    std::string key;
  };
  // The best rows in the order of the answer. Requires: `search` is of this partition, and `scorer` has its vector.
  std::vector<Found> search(const VectorSearch& search, const Scorer& scorer) const;

 private:
  using Row = std::uint32_t;
  struct Free {
    void operator()(float* rows) const;
  };
  struct Block {
    std::unique_ptr<float, Free> rows;
    std::size_t capacity = 0;  // in rows
  };
  // The values of one inline filter have numbers, so that a search compares numbers. 0 means that the item lacks it.
  using Numbers = std::unordered_map<std::string, std::uint32_t>;

  float* at(Row row) { return blocks_[row / block_rows_].rows.get() + row % block_rows_ * dimensions_; }
  const float* at(Row row) const { return blocks_[row / block_rows_].rows.get() + row % block_rows_ * dimensions_; }
  Row add(std::string_view key);
  void reserve_row();
  void set_filters(Row row, const value::ItemView& item);
  // The numbers that a row must have, 0 for any; nullopt if no row has one of the values.
  std::optional<std::vector<std::uint32_t>> wanted(const VectorSearch& search) const;
  bool passes(Row row, const std::vector<std::uint32_t>& numbers) const;

  const catalog::VectorDefinition definition_;
  const std::size_t dimensions_;
  const std::size_t block_rows_;  // of each block but the last
  const Scorer lengths_;          // only for inverse_length()
  std::vector<std::string> filters_;
  std::vector<Numbers> numbers_;  // of each filter
  std::vector<Block> blocks_;
  std::size_t capacity_ = 0;                   // of all blocks, in rows
  std::vector<const std::string*> keys_;       // of each row; they point into rows_
  std::vector<float> inverse_lengths_;         // of each row
  std::vector<std::uint32_t> filter_numbers_;  // of each row, one for each filter
  std::unordered_map<std::string, Row> rows_;
  std::size_t text_bytes_ = 0;  // of keys and of filters' values
};

}  // namespace partita::engine
