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

struct Groups {
  Points middles;
  // The sum of the samples' squared distances to the nearest middle, in relation to those to the mean of all samples.
  // About 1 if the samples have no groups, and about 0 if they are in few places. NaN if the numbers overflow.
  double spread_left = 1;
};
// Divides `samples` into up to `count` groups of points that are near to each other, by k-means. Equal seeds give equal
// results. `go_on` is called between steps of some milliseconds. If it returns false, the result has no middles.
// Requires: there are samples, and `count` is not 0.
Groups find_groups(const Points& samples, std::size_t count, std::uint64_t seed, const std::function<bool()>& go_on);

}  // namespace partita::vectors
