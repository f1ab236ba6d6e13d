#include "vectors/code.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "unit/vectors/made_rows.h"
#include "vectors/kernels.h"

namespace partita::vectors {
namespace code_test {

struct Block {
  BlockLayout layout;
  std::vector<std::uint64_t> words;  // for the alignment of the numbers

  explicit Block(std::size_t coordinates) : layout{coordinates}, words(layout.bytes() / 8) {}
  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(words.data()); }
};

// Without a doubt, a row is within the limit if and only if its estimated rank is.
float estimated_rank(Block& block, BlockQuery query, std::size_t row) {
  query.doubt = 0;
  float low = -1e6f, high = 1e6f;
  for (int i = 0; i < 60; ++i) {
    const float middle = (low + high) / 2;
    (kSse2Kernels.rows_within(block.bytes(), query, middle) >> row & 1 ? high : low) = middle;
  }
  return high;
}

TEST(Codes, EstimateRanksWithinTheirErrors) {
  constexpr std::size_t kSize = 256;
  VectorMaker maker(kSize, 0, 3);
  Block block(kSize);
  std::vector<std::vector<float>> rows;
  for (std::size_t row = 0; row < kBlockRows; ++row) {
    rows.push_back(maker.make());
    write_code(block.layout, block.bytes(), row, Metric::Euclidean, rows.back().data(), Slot(row + 100));
  }
  QueryTables tables(kSize);
  std::size_t wrong_by_two = 0, count = 0;
  for (int i = 0; i < 20; ++i) {
    const auto query = maker.make();
    BlockQuery block_query{};
    tables.fill(query.data(), block_query);
    block_query.base = dot(query.data(), query.data(), kSize);
    const float length = std::sqrt(block_query.base);
    for (std::size_t row = 0; row < kBlockRows; ++row, ++count) {
      const float error = block.layout.numbers(block.bytes()).errors[row] * length;
      const float wrong =
          std::abs(estimated_rank(block, block_query, row) - squared_distance(query.data(), rows[row].data(), kSize));
      EXPECT_LT(wrong, 5 * error);
      wrong_by_two += wrong > 2 * error;
    }
  }
  // A normal distribution has 4.6 % there.
  EXPECT_GT(wrong_by_two, count / 100);
  EXPECT_LT(wrong_by_two, count / 11);
  EXPECT_EQ(block.layout.numbers(block.bytes()).slots[31], 131u);
}

TEST(Codes, GiveTheSameRowsToAllKernels) {
  for (const std::size_t size : {64, 128, 768, 2048, 4096}) {
    VectorMaker maker(size, 0, 5);
    Block block(size);
    for (std::size_t row = 0; row < kBlockRows; ++row)
      write_code(block.layout, block.bytes(), row, Metric::Euclidean, maker.make().data(), Slot(row));
    QueryTables tables(size);
    const auto query = maker.make();
    BlockQuery block_query{};
    tables.fill(query.data(), block_query);
    block_query.base = dot(query.data(), query.data(), size);
    block_query.doubt = std::sqrt(block_query.base);
    int partly = 0;
    for (int i = 0; i < 64; ++i) {
      const float limit = block_query.base * (1.6f + 0.01f * static_cast<float>(i));
      const std::uint32_t within = kSse2Kernels.rows_within(block.bytes(), block_query, limit);
      partly += within != 0 && within != 0xffffffff;
      for (const Kernels* kernels : usable_kernels())
        EXPECT_EQ(kernels->rows_within(block.bytes(), block_query, limit), within) << kernels->name << ", " << size;
    }
    EXPECT_GT(partly, 4) << size;
  }
}

TEST(Codes, OfNumbersThatOverflowAreAlwaysWithinTheLimit) {
  constexpr std::size_t kSize = 64;
  Block block(kSize);
  const std::vector<float> huge(kSize, 3e38f), query(kSize, 1);
  for (std::size_t row = 0; row < kBlockRows; ++row)
    write_code(block.layout, block.bytes(), row, Metric::DotProduct, huge.data(), Slot(row));
  QueryTables tables(kSize);
  BlockQuery block_query{};
  tables.fill(query.data(), block_query);
  for (const Kernels* kernels : usable_kernels())
    EXPECT_EQ(kernels->rows_within(block.bytes(), block_query, -1e30f), 0xffffffff) << kernels->name;
}

TEST(Codes, AreCopiedWithTheirNumbers) {
  constexpr std::size_t kSize = 64;
  VectorMaker maker(kSize, 0, 6);
  const auto residual = maker.make();
  Block from(kSize), to(kSize), expected(kSize);
  write_code(from.layout, from.bytes(), 3, Metric::Cosine, residual.data(), 77);
  write_code(from.layout, from.bytes(), 4, Metric::Cosine, maker.make().data(), 78);
  write_code(expected.layout, expected.bytes(), 9, Metric::Cosine, residual.data(), 77);
  copy_code(to.layout, from.bytes(), 3, to.bytes(), 9);
  EXPECT_EQ(to.words, expected.words);
}

}  // namespace code_test
}  // namespace partita::vectors
