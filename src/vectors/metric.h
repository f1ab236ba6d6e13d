// The ways in which vectors are compared.
#pragma once

#include <cstdint>

namespace partita::vectors {

// A rank compares vectors with a query: the smaller, the better. It is
// - Euclidean: the square of the distance;
// - DotProduct: the product, negated;
// - Cosine: the square of the distance after both vectors were divided by their lengths, which is 2 minus 2 times the
//   cosine of the angle. A vector of zeros stays as it is.
enum class Metric : std::uint8_t { Euclidean, DotProduct, Cosine };

}  // namespace partita::vectors
