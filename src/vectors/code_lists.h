// The codes of all vectors of an index. The vectors that have the same centroid are a list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/large_block.h"
#include "vectors/block.h"
#include "vectors/metric.h"

namespace partita::vectors {

class CodeLists {
 public:
  // A list for each element of `sizes`, with room for that many rows.
  CodeLists(const BlockLayout& layout, std::span<const std::size_t> sizes);

  std::size_t count() const { return lists_.size(); }
  std::size_t size(std::size_t list) const { return lists_[list].size; }
  // The greatest length of a residual. No vector is farther than that from the centroid. NaN if one is not a number.
  float radius(std::size_t list) const { return lists_[list].radius; }
  std::size_t bytes() const { return memory_.size() + lists_.capacity() * sizeof(List); }

  // Adds a row to a list. Requires: the list has room.
  void add(std::size_t list, Metric metric, const float* residual, Slot slot);
  // Adds a row of other lists to the list with the same number. Requires: the list has room, and the same centroid.
  void copy(std::size_t list, const CodeLists& other, const std::uint8_t* block, std::size_t row);

  // Calls f(block, rows) with each block of a list and the number of its rows.
  template <class F>
  void for_each_block(std::size_t list, const F& f) const {
    for (std::size_t row = 0; row < lists_[list].size; row += kBlockRows) {
      const std::uint8_t* const block = block_of(list, row);
      // The processor does not fetch beyond a page by itself.
      for (std::size_t i = 0; i < layout_.bytes(); i += kLine) __builtin_prefetch(block + kAhead * layout_.bytes() + i);
      f(block, std::min(kBlockRows, lists_[list].size - row));
    }
  }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kAhead = 2;
  struct List {
    std::size_t first_block = 0;
    std::size_t room = 0;
    std::size_t size = 0;
    float radius = 0;
  };

  // The block with the row `row` of a list.
  const std::uint8_t* block_of(std::size_t list, std::size_t row) const {
    return reinterpret_cast<const std::uint8_t*>(memory_.data()) +
           (lists_[list].first_block + row / kBlockRows) * layout_.bytes();
  }
  std::uint8_t* block_of(std::size_t list, std::size_t row) {
    return const_cast<std::uint8_t*>(std::as_const(*this).block_of(list, row));
  }
  // Makes a row whose code is 0, and returns its number.
  std::size_t new_row(std::size_t list, float radius);

  BlockLayout layout_;
  std::vector<List> lists_;
  base::LargeBlock memory_;
};

}  // namespace partita::vectors
