// How often, and how much, the calling thread has allocated. operator new is replaced in the whole program, libraries
// included; what calls malloc itself is not seen.
#pragma once

#include <cstdint>

namespace partita::work {

struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

// Of this thread, since it began.
Allocations allocations();

// While one lives, what its thread allocates does not count: the measurement's own work.
class NotCounted {
 public:
  NotCounted();
  ~NotCounted();
  NotCounted(const NotCounted&) = delete;
  NotCounted& operator=(const NotCounted&) = delete;
};

}  // namespace partita::work
