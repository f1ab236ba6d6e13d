#include "vectors/centroids.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "vectors/distances.h"

namespace partita::vectors {
namespace {

constexpr int kMeansRounds = 6;
constexpr std::size_t kSamplesInStep = 512;

// Moves each centroid to the mean of the samples that are the nearest to it. A centroid without samples stays. Sets
// `squared_distances` to the sum of the samples' squared distances to the nearest centroid before.
bool improve(Points& centroids, const Points& samples, double& squared_distances, const std::function<bool()>& go_on) {
  const std::size_t dimensions = samples.dimensions;
  squared_distances = 0;
  std::vector<double> sums(centroids.elements.size());
  std::vector<std::size_t> counts(centroids.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i % kSamplesInStep == 0 && !go_on()) return false;
    const auto [group, squared_distance] = nearest(centroids, samples[i]);
    squared_distances += squared_distance;
    ++counts[group];
    for (std::size_t d = 0; d < dimensions; ++d) sums[group * dimensions + d] += samples[i][d];
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (const std::size_t count = counts[i / dimensions])
      centroids.elements[i] = static_cast<float>(sums[i] / static_cast<double>(count));
  return true;
}

double squared_distances_to_mean(const Points& samples) {
  const std::size_t dimensions = samples.dimensions;
  std::vector<double> sums(dimensions);
  double squares = 0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (std::size_t d = 0; d < dimensions; ++d) {
      const double element = samples[i][d];
      sums[d] += element;
      squares += element * element;
    }
  for (const double sum : sums) squares -= sum * sum / static_cast<double>(samples.size());
  return squares;
}

}  // namespace

NearestPoint nearest(const Points& points, const float* vector) {
  NearestPoint best{0, std::numeric_limits<float>::infinity()};
  for (std::size_t i = 0, count = points.size(); i < count; ++i) {
    const float distance = squared_distance(points[i], vector, points.dimensions);
    if (distance < best.squared_distance) best = {i, distance};
  }
  return best;
}

Groups find_groups(const Points& samples, std::size_t count, std::uint64_t seed, const std::function<bool()>& go_on) {
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  // std::shuffle may differ between standard libraries.
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  order.resize(std::min(count, order.size()));
  Points centroids{samples.dimensions, {}};
  for (const std::size_t i : order)
    centroids.elements.insert(centroids.elements.end(), samples[i], samples[i] + samples.dimensions);
  double squared_distances = 0;
  for (int round = 0; round < kMeansRounds; ++round)
    if (!improve(centroids, samples, squared_distances, go_on)) return {{samples.dimensions, {}}};
  return {std::move(centroids), squared_distances / squared_distances_to_mean(samples)};
}

}  // namespace partita::vectors
