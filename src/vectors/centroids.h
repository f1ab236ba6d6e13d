// The middles of groups of similar vectors.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace partita::vectors {

// Some points, one after the other.
struct Points {
  std::size_t dimensions = 0;
  std::vector<float> elements;

  std::size_t size() const { return elements.size() / dimensions; }
  const float* operator[](std::size_t i) const { return elements.data() + i * dimensions; }
  float* operator[](std::size_t i) { return elements.data() + i * dimensions; }
};

struct NearestPoint {
  std::size_t index;
  float squared_distance;
};
// The point that is the nearest to `vector`. Requires: there is one.
NearestPoint nearest(const Points& points, const float* vector);

// Divides `samples` into up to `count` groups of points that are near to each other, by k-means, and returns the middle
// of each group. Equal seeds give equal results. `go_on` is called between steps of some milliseconds. If it returns
// false, the result is empty. Requires: there are samples, and `count` is not 0.
Points find_centroids(const Points& samples, std::size_t count, std::uint64_t seed, const std::function<bool()>& go_on);

}  // namespace partita::vectors
