// Scorer: the similarity of vectors to the vector of a search.
//
// A search ranks all vectors with 32-bit sums (vectors/distances.h). The scores of its few results are computed anew
// with 64-bit sums, as the service does.
#pragma once

#include <partita/enums.h>

#include <vector>

namespace partita::engine {

class Scorer {
 public:
  // Requires: all numbers are finite.
  Scorer(VectorDistanceFunction function, std::vector<float> query);

  // The rank of a vector: the smaller the better. `inverse_length` is that of inverse_length(), which COSINE needs.
  float rank(const float* vector, float inverse_length) const;
  // 1 / the length of the vector for COSINE, 0 if the vector is zero. 0 for the other functions.
  float inverse_length(const float* vector) const;
  // The score of the service, from -FLT_MAX to FLT_MAX.
  float score(const float* vector) const;
  // Whether a result with score `a` comes before one with score `b`.
  bool is_better(float a, float b) const { return function_ == VectorDistanceFunction::DotProduct ? a > b : a < b; }

 private:
  double exact(const float* vector) const;

  const VectorDistanceFunction function_;
  const std::vector<float> query_;
  std::vector<float> direction_;  // the query with length 1, for COSINE
  double squared_length_ = 0;     // of the query, for COSINE
};

}  // namespace partita::engine
