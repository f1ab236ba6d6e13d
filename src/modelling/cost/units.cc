#include "modelling/cost/units.h"

#include <algorithm>
#include <cmath>

namespace partita::modelling {
namespace {

// Sums of means such as 20 times 204.8 must not become one unit more because of their last bit.
constexpr double kRoundingError = 1e-9;

double units_of_bytes(double bytes, std::size_t unit_bytes) {
  return std::max(1.0, std::ceil(bytes / static_cast<double>(unit_bytes) - kRoundingError));
}

}  // namespace

double read_units(double bytes, Consistency consistency) {
  const double units = units_of_bytes(bytes, limits::kReadUnitBytes);
  switch (consistency) {
    case Consistency::Eventual:
      return units / 2;
    case Consistency::Strong:
      return units;
    case Consistency::Transactional:
      return units * kTransactionFactor;
  }
  return units;
}

double write_units(double bytes) { return units_of_bytes(bytes, limits::kWriteUnitBytes); }

}  // namespace partita::modelling
