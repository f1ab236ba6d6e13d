// Searches of a vector index by an index of codes and by the comparison of all vectors, beside each other.
#pragma once

#include "embedded/harness/workload.h"

namespace partita::bench {

// SearchVectors for the 10 nearest of random vectors, as many as the table has items, with an index of codes. When the
// side ends, it prints to stderr how many of the best results the searches found.
template <std::size_t kDimensions>
std::unique_ptr<Side> search_by_codes(Stores& stores, const Part& part);
// The same with `approximate_from` 0, so that all vectors are compared.
template <std::size_t kDimensions>
std::unique_ptr<Side> search_exactly(Stores& stores, const Part& part);
// Reads as many bytes as the vectors have, which no exact search can do without.
template <std::size_t kDimensions>
std::unique_ptr<Side> read_vectors(Stores& stores, const Part& part);

}  // namespace partita::bench
