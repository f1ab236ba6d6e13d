// The probabilities of values by their rank, the most frequent one first.
#pragma once

#include <cstdint>

#include "modelling/core/model.h"

namespace partita::modelling {

// The sum of n^-exponent for n from 1 to `count`, which may be huge: the first terms are added, the others are
// integrated by the formula of Euler and Maclaurin. The relative error is below 1e-9.
double harmonic_sum(double count, double exponent);

class RankedValues {
 public:
  // `count` is the number of values, at least 1. Fixed weights have as many as their own number.
  RankedValues(const Distribution& distribution, double count);

  double count() const { return count_; }
  // Of the value of rank 0, 1, 2 ... Requires: rank < count().
  double probability(std::uint64_t rank) const;
  // The number of values whose probability is at least `least`, but at most `most`.
  std::uint64_t at_least(double least, std::uint64_t most) const;

 private:
  Distribution distribution_;
  double count_;
  double sum_;  // of all weights
};

}  // namespace partita::modelling
