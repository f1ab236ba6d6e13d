// Products and distances of vectors of 32-bit floating-point numbers.
//
// Each function adds in one fixed order, whatever the processor has, so that a score is the same to its last bit on
// each machine: element i is added to the sum number i % 32, and then sums whose numbers differ by 16, by 8, by 4, by 2
// and by 1 are added. No product is added without being rounded first. The layer is compiled with -ffp-contract=off for
// that reason.
#pragma once

#include <cstddef>

namespace partita::vectors {

// The sum of a[i] * b[i] for all i < size.
float dot(const float* a, const float* b, std::size_t size);
// The sum of the squares of a[i] - b[i] for all i < size.
float squared_distance(const float* a, const float* b, std::size_t size);

}  // namespace partita::vectors
