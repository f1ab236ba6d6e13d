#include "base/large_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace partita::base {
namespace large_block_test {

TEST(LargeBlock, BeginsWithZerosAtAnAlignedAddress) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{3} << 20}) {
    LargeBlock block(size);
    ASSERT_EQ(block.size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.data()) % 64, 0u);
    EXPECT_EQ(std::count(block.data(), block.data() + size, std::byte{0}), static_cast<std::ptrdiff_t>(size));
    block.data()[size - 1] = std::byte{7};
    LargeBlock moved = std::move(block);
    EXPECT_EQ(block.data(), nullptr);
    EXPECT_EQ(moved.data()[size - 1], std::byte{7});
    block = LargeBlock(8);
    EXPECT_EQ(block.size(), 8u);
  }
  EXPECT_EQ(LargeBlock(0).data(), nullptr);
}

}  // namespace large_block_test
}  // namespace partita::base
