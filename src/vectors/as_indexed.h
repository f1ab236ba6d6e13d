// The form in which an index has a vector, and searches for it.
#pragma once

#include <cstddef>

#include "vectors/metric.h"

namespace partita::vectors {

// Writes the vector to `out`, divided by its length if the metric is Cosine.
void as_indexed(Metric metric, const float* vector, std::size_t dimensions, float* out);

}  // namespace partita::vectors
