#include "vectors/rotation.h"

#include <gtest/gtest.h>

#include "unit/vectors/made_rows.h"
#include "vectors/distances.h"

namespace partita::vectors {
namespace rotation_test {

TEST(Rotation, KeepsProductsAndDistances) {
  for (const std::size_t dimensions : {1, 3, 64, 100, 128, 576, 768}) {
    VectorMaker maker(dimensions, 0, 1);
    const auto a = maker.make(), b = maker.make();
    const Rotation rotation(dimensions, 7);
    const std::size_t size = rotation.coordinates();
    EXPECT_EQ(size % 64, 0u);
    EXPECT_GE(size, dimensions);
    std::vector<float> rotated_a(size), rotated_b(size);
    rotation.apply(a.data(), rotated_a.data());
    rotation.apply(b.data(), rotated_b.data());
    const float n = static_cast<float>(dimensions);
    EXPECT_NEAR(dot(rotated_a.data(), rotated_b.data(), size), dot(a.data(), b.data(), dimensions), 1e-5f * n);
    EXPECT_NEAR(squared_distance(rotated_a.data(), rotated_b.data(), size),
                squared_distance(a.data(), b.data(), dimensions), 1e-5f * n);
  }
}

TEST(Rotation, SpreadsAnAxisOverAllCoordinates) {
  for (const std::size_t dimensions : {128, 576, 768}) {
    const Rotation rotation(dimensions, 1);
    std::vector<float> axis(dimensions), rotated(rotation.coordinates());
    for (const std::size_t of : {std::size_t{0}, dimensions - 1}) {
      axis.assign(dimensions, 0);
      axis[of] = 1;
      rotation.apply(axis.data(), rotated.data());
      // One coordinate of an even spread has the square 1 / dimensions.
      for (const float coordinate : rotated) EXPECT_LT(coordinate * coordinate, 25.0f / static_cast<float>(dimensions));
    }
  }
}

TEST(Rotation, DependsOnTheSeedOnly) {
  VectorMaker maker(100, 0, 1);
  const auto vector = maker.make();
  std::vector<float> first(128), again(128), other(128);
  Rotation(100, 1).apply(vector.data(), first.data());
  Rotation(100, 1).apply(vector.data(), again.data());
  Rotation(100, 2).apply(vector.data(), other.data());
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

}  // namespace rotation_test
}  // namespace partita::vectors
