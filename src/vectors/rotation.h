// A random rotation, which spreads the length of each vector evenly over all coordinates. The error of a code of one
// bit for each coordinate then depends on chance only, and not on the data.
#pragma once

#include <cstdint>
#include <vector>

namespace partita::vectors {

class Rotation {
 public:
  // Equal seeds give equal rotations. Requires: dimensions > 0.
  Rotation(std::size_t dimensions, std::uint64_t seed);

  // The number of coordinates of a rotated vector: the dimensions, rounded up to a multiple of 64.
  std::size_t coordinates() const { return coordinates_; }
  // Writes the rotated vector to `out`, which has room for coordinates() elements. Lengths, products and distances of
  // vectors stay the same. Requires: `vector` and `out` do not overlap.
  void apply(const float* vector, float* out) const;

 private:
  std::size_t dimensions_;
  std::size_t coordinates_;
  std::size_t span_;  // the greatest power of two that is not above coordinates_
  std::vector<float> signs_;
};

}  // namespace partita::vectors
