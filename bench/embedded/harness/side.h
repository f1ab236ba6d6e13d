// Side: one of the compared programs, used by one thread. The runner prepares a chunk of operations, times them, and
// has the answers checked. Only run() is timed.
#pragma once

#include <cstddef>

namespace partita::bench {

class Side {
 public:
  virtual ~Side() = default;
  virtual void prepare(std::size_t operations) = 0;
  // Performs operation `i` of the prepared ones. Each is performed once, in order. Returns the bytes that its answer
  // held or that it wrote. Exits on an error or a wrong answer.
  virtual std::size_t run(std::size_t i) = 0;
  // Called after all prepared operations have run, to check a write and to put deleted items back.
  virtual void finish() {}
};

}  // namespace partita::bench
