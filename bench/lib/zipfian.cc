#include "lib/zipfian.h"

#include <algorithm>
#include <cmath>

namespace partita::bench {
namespace {

constexpr double kTheta = 0.99;

double zeta(std::uint64_t count) {
  double sum = 0;
  for (std::uint64_t rank = 1; rank <= count; ++rank) sum += 1 / std::pow(static_cast<double>(rank), kTheta);
  return sum;
}

}  // namespace

Zipfian::Zipfian(std::uint64_t count)
    : count_(count),
      zeta_(zeta(count)),
      alpha_(1 / (1 - kTheta)),
      eta_((1 - std::pow(2.0 / static_cast<double>(count), 1 - kTheta)) / (1 - zeta(2) / zeta_)) {}

std::uint64_t Zipfian::rank(Random& random) const {
  const double u = random.fraction();
  const double uz = u * zeta_;
  if (uz < 1) return 0;
  if (uz < 1 + std::pow(0.5, kTheta)) return std::min<std::uint64_t>(1, count_ - 1);
  const auto rank = static_cast<std::uint64_t>(static_cast<double>(count_) * std::pow(eta_ * u - eta_ + 1, alpha_));
  return std::min(rank, count_ - 1);
}

}  // namespace partita::bench
