// Times a side. It prepares, runs and checks chunk after chunk, and only the running counts.
#pragma once

#include <cstdint>

#include "embedded/harness/side.h"
#include "lib/histogram.h"

namespace partita::bench {

struct Measured {
  std::uint64_t operations = 0;
  double seconds = 0;
  std::uint64_t bytes = 0;
  Histogram latencies;  // of the operations that were timed one by one
};

// Runs `side` on this thread until its operations have taken `seconds`.
Measured measure(Side& side, std::size_t chunk, double seconds);

}  // namespace partita::bench
