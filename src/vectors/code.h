// Codes of residuals (block.h): making them, and preparing a query for them.
#pragma once

#include <cstdint>
#include <vector>

#include "vectors/block.h"
#include "vectors/metric.h"

namespace partita::vectors {

// Writes the code and the numbers of a residual as row `row` of a block. Requires: the row's code is 0 yet.
void write_code(const BlockLayout& layout, std::uint8_t* block, std::size_t row, Metric metric, const float* residual,
                Slot slot);
// Copies a row of a block with its numbers. Requires: the code of the row `to` is 0 yet.
void copy_code(const BlockLayout& layout, const std::uint8_t* from_block, std::size_t from, std::uint8_t* to_block,
               std::size_t to);

// The tables of one query. They are large, so an object is used for list after list.
class QueryTables {
 public:
  explicit QueryTables(std::size_t coordinates) : tables_(coordinates / 4 * 16) {}

  // Fills the tables for the products of residuals with `vector`, and sets the members of `query` that depend on it,
  // but `base` and `doubt`.
  void fill(const float* vector, BlockQuery& query);

 private:
  std::vector<std::uint8_t> tables_;
};

}  // namespace partita::vectors
