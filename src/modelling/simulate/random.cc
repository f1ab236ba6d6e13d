#include "modelling/simulate/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace partita::modelling {

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    word = mixed_bits(seed);
    seed += 0x9e3779b97f4a7c15;
  }
}

std::uint64_t Random::bits() {
  auto& [a, b, c, d] = state_;
  const std::uint64_t result = std::rotl(b * 5, 7) * 9;
  const std::uint64_t moved = b << 17;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= moved;
  d = std::rotl(d, 45);
  return result;
}

double Random::normal() {
  // Box and Muller's method; the second number is not kept, so that the state depends on the number of calls only.
  const double radius = std::sqrt(-2 * std::log(1 - share()));
  return radius * std::cos(2 * std::numbers::pi * share());
}

double Random::poisson(double mean) {
  constexpr double kNormalFrom = 32;
  if (mean <= 0) return 0;
  if (mean >= kNormalFrom) return std::max(0.0, std::round(mean + std::sqrt(mean) * normal()));
  // Inversion: the number at which the sum of probabilities passes a random share.
  double probability = std::exp(-mean), left = share() - probability, number = 0;
  while (left >= 0 && number < 200) {
    ++number;
    probability *= mean / number;
    left -= probability;
  }
  return number;
}

}  // namespace partita::modelling
