#include "vectors/as_indexed.h"

#include <cmath>

namespace partita::vectors {

void as_indexed(Metric metric, const float* vector, std::size_t dimensions, float* out) {
  double factor = 1;
  if (metric == Metric::Cosine) {
    // The squares of 32-bit numbers neither overflow nor vanish in a 64-bit sum.
    double squares = 0;
    for (std::size_t i = 0; i < dimensions; ++i) squares += double{vector[i]} * double{vector[i]};
    if (squares > 0) factor = 1 / std::sqrt(squares);
  }
  for (std::size_t i = 0; i < dimensions; ++i) out[i] = static_cast<float>(vector[i] * factor);
}

}  // namespace partita::vectors
