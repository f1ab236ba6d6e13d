// Side: one of the things compared, as one thread uses it. The runner prepares a chunk of operations, times them, and has
// the answers checked; only run() is timed.
#pragma once

#include <cstddef>

namespace partita::bench {

class Side {
 public:
  virtual ~Side() = default;
  virtual void prepare(std::size_t operations) = 0;
  // Carries out operation `i` of those prepared, each once, in order. Returns the bytes that its answer held, or that it
  // wrote. Gives up on an error or a wrong answer.
  virtual std::size_t run(std::size_t i) = 0;
  // Called when all that were prepared have run.
  virtual void settle() {}
};

}  // namespace partita::bench
