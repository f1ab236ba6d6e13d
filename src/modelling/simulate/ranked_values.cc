#include "modelling/simulate/ranked_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace partita::modelling {

double harmonic_sum(double count, double exponent) {
  constexpr double kAdded = 1000;
  const double added = std::min(count, kAdded);
  double sum = 0;
  for (double n = added; n >= 1; --n) sum += std::pow(n, -exponent);
  if (count <= kAdded) return sum;
  // The sum over (added, count] is the integral, plus half the difference of the ends, plus B2/2! times the difference
  // of the derivatives.
  const auto term = [&](double n) { return std::pow(n, -exponent); };
  const auto slope = [&](double n) { return -exponent * std::pow(n, -exponent - 1); };
  const double integral = std::abs(exponent - 1) < 1e-12
                              ? std::log(count / added)
                              : (std::pow(count, 1 - exponent) - std::pow(added, 1 - exponent)) / (1 - exponent);
  return sum + integral + (term(count) - term(added)) / 2 + (slope(count) - slope(added)) / 12;
}

RankedValues::RankedValues(const Distribution& distribution, double count)
    : distribution_(distribution), count_(std::max(1.0, std::floor(count))) {
  switch (distribution_.kind) {
    case Distribution::Kind::Uniform:
      sum_ = count_;
      return;
    case Distribution::Kind::Zipf:
      sum_ = harmonic_sum(count_, distribution_.exponent);
      return;
    case Distribution::Kind::Fixed:
      break;
  }
  std::vector<double>& weights = distribution_.weights;
  std::sort(weights.begin(), weights.end(), std::greater<>());
  while (!weights.empty() && weights.back() <= 0) weights.pop_back();
  if (weights.empty()) weights.push_back(1);
  count_ = static_cast<double>(weights.size());
  sum_ = std::accumulate(weights.begin(), weights.end(), 0.0);
}

double RankedValues::probability(std::uint64_t rank) const {
  switch (distribution_.kind) {
    case Distribution::Kind::Uniform:
      return 1 / sum_;
    case Distribution::Kind::Zipf:
      return std::pow(static_cast<double>(rank + 1), -distribution_.exponent) / sum_;
    case Distribution::Kind::Fixed:
      break;
  }
  return distribution_.weights[rank] / sum_;
}

std::uint64_t RankedValues::at_least(double least, std::uint64_t most) const {
  const double limited = std::min(count_, static_cast<double>(most));
  std::uint64_t low = 0, high = static_cast<std::uint64_t>(limited);
  // Probabilities fall with the rank.
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (probability(middle) >= least)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace partita::modelling
