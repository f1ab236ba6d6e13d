#include "vectors/distances.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "vectors/kernels.h"

namespace partita::vectors {
namespace distances_test {

std::vector<float> random_vector(std::mt19937& random, std::size_t size) {
  std::uniform_real_distribution<float> number(-1, 1);
  std::vector<float> vector(size);
  for (float& element : vector) element = number(random);
  return vector;
}

// The order of distances.h, written down.
float add_up(const std::vector<float>& terms) {
  float sums[32] = {};
  for (std::size_t i = 0; i < terms.size(); ++i) sums[i % 32] += terms[i];
  for (std::size_t apart = 16; apart > 0; apart /= 2)
    for (std::size_t i = 0; i < apart; ++i) sums[i] += sums[i + apart];
  return sums[0];
}

TEST(Distances, OfShortVectorsAreExact) {
  const float a[] = {1, 2, 3}, b[] = {4, -5, 6};
  EXPECT_EQ(dot(a, b, 3), 12);
  EXPECT_EQ(squared_distance(a, b, 3), 9 + 49 + 9);
  EXPECT_EQ(dot(a, b, 0), 0);
}

TEST(Distances, AreAddedInTheSameOrderByAllKernels) {
  std::mt19937 random(1);
  EXPECT_EQ(usable_kernels().back(), &kSse2Kernels);
  for (std::size_t size : {1, 4, 31, 32, 33, 64, 100, 128, 767, 768, 4096}) {
    const auto a = random_vector(random, size), b = random_vector(random, size);
    std::vector<float> products(size), squares(size);
    for (std::size_t i = 0; i < size; ++i) {
      products[i] = a[i] * b[i];
      squares[i] = (a[i] - b[i]) * (a[i] - b[i]);
    }
    for (const Kernels* kernels : usable_kernels()) {
      const float product = kernels->dot(a.data(), b.data(), size);
      EXPECT_EQ(std::bit_cast<std::uint32_t>(product), std::bit_cast<std::uint32_t>(add_up(products)))
          << kernels->name << ", " << size;
      const float distance = kernels->squared_distance(a.data(), b.data(), size);
      EXPECT_EQ(std::bit_cast<std::uint32_t>(distance), std::bit_cast<std::uint32_t>(add_up(squares)))
          << kernels->name << ", " << size;
    }
  }
}

}  // namespace distances_test
}  // namespace partita::vectors
