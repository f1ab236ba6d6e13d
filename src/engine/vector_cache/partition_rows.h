// PartitionRows: the entries of one partition of a vector index in memory, in a form that a search reads from front to
// back. A large partition also has an index of codes (vectors/tailed_index.h), by which a search looks at few of the
// vectors. Without locks: the caller must exclude changes while it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/large_block.h"
#include "catalog/table_info.h"
#include "engine/vector_cache/scorer.h"
#include "engine/vector_cache/search.h"
#include "vectors/tailed_index.h"

namespace partita::engine {

class PartitionRows final : public vectors::Rows {
 public:
  // `index` must be a vector index. The object keeps no reference to it. `approximate_from`: the number of rows from
  // which they are indexed, 0 for never.
  PartitionRows(const catalog::IndexInfo& index, std::size_t approximate_from);

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

  // The index of the codes. The owner makes it by an Update, while others search and change the rows.
  const vectors::TailedIndex& codes() const { return codes_; }
  vectors::TailedIndex& codes() { return codes_; }
  // About the memory that an index of the rows would take.
  std::size_t expected_code_bytes() const { return size() * (dimensions_ / 8 + kCodeOverhead); }
  // The row's vector, or zeros if there is no such row.
  const float* row(vectors::Slot slot) const override { return slot < size() ? at(slot) : no_row_.data(); }

  struct Found {
    float score = 0;
    std::string key;
  };
  // The best rows in the order of the answer. Requires: `search` is of this partition, and `scorer` has its vector.
  std::vector<Found> search(const VectorSearch& search, const Scorer& scorer) const;

 private:
  static constexpr std::size_t kCodeOverhead = 32;  // of a row's numbers, and of the centroids
  using Row = vectors::Slot;
  class Ranking;
  struct Block {
    base::LargeBlock memory;
    std::size_t capacity = 0;  // in rows

    float* rows() { return reinterpret_cast<float*>(memory.data()); }
    const float* rows() const { return reinterpret_cast<const float*>(memory.data()); }
  };
  // The values of one inline filter have numbers, so that a search compares numbers. 0 means that the item lacks it.
  using Numbers = std::unordered_map<std::string, std::uint32_t>;

  float* at(Row row) { return blocks_[row / block_rows_].rows() + row % block_rows_ * dimensions_; }
  const float* at(Row row) const { return blocks_[row / block_rows_].rows() + row % block_rows_ * dimensions_; }
  Row add(std::string_view key);
  void reserve_row();
  void set_filters(Row row, const value::ItemView& item);
  // The numbers that a row must have, 0 for any; nullopt if no row has one of the values.
  std::optional<std::vector<std::uint32_t>> wanted(const VectorSearch& search) const;
  // Whether so few rows pass the filters that it is quicker to look at all of them than to read the codes. Decides by
  // some of the rows.
  bool is_selective(const std::vector<std::uint32_t>& numbers) const;
  bool passes(Row row, const std::vector<std::uint32_t>& numbers) const;

  const catalog::VectorDefinition definition_;
  const std::size_t dimensions_;
  const std::size_t block_rows_;  // of each block but the last
  const Scorer lengths_;          // only for inverse_length()
  const std::vector<float> no_row_;
  vectors::TailedIndex codes_;
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
