#include "vectors/code_lists.h"

#include <cmath>

#include "base/check.h"
#include "vectors/code.h"
#include "vectors/distances.h"

namespace partita::vectors {

CodeLists::CodeLists(const BlockLayout& layout, std::span<const std::size_t> sizes)
    : layout_(layout), lists_(sizes.size()) {
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    lists_[i].first_block = blocks;
    lists_[i].room = sizes[i];
    blocks += (sizes[i] + kBlockRows - 1) / kBlockRows;
  }
  memory_ = base::LargeBlock(blocks * layout_.bytes());
}

std::size_t CodeLists::new_row(std::size_t list, float radius) {
  List& of = lists_[list];
  PARTITA_CHECK(of.size < of.room);
  if (!std::isnan(of.radius) && !(radius <= of.radius)) of.radius = radius;
  return of.size++;
}

void CodeLists::add(std::size_t list, Metric metric, const float* residual, Slot slot) {
  const std::size_t row = new_row(list, std::sqrt(dot(residual, residual, layout_.coordinates)));
  write_code(layout_, block_of(list, row), row % kBlockRows, metric, residual, slot);
}

void CodeLists::copy(std::size_t list, const CodeLists& other, const std::uint8_t* block, std::size_t row) {
  const std::size_t to = new_row(list, other.radius(list));
  copy_code(layout_, block, row, block_of(list, to), to % kBlockRows);
}

}  // namespace partita::vectors
