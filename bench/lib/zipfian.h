// YCSB's distributions of item numbers: zipfian with constant 0.99 and scattered hot numbers, and "latest".
#pragma once

#include <cstdint>

#include "lib/random.h"

namespace partita::bench {

// Draws ranks 0..count-1, of which rank 0 is the most frequent (Gray et al., "Quickly generating billion-record
// synthetic databases"). The constructor takes time proportional to count.
class Zipfian {
 public:
  explicit Zipfian(std::uint64_t count);

  std::uint64_t rank(Random& random) const;
  // A number below count. The hot numbers are scattered over all of them, as in YCSB's scrambled zipfian.
  std::uint64_t scattered(Random& random) const { return scatter(rank(random)) % count_; }

 private:
  std::uint64_t count_;
  double zeta_;
  double alpha_;
  double eta_;
};

}  // namespace partita::bench
