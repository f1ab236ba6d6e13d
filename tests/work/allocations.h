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

// While one lives, allocations of its thread fail: the `first` one alone, counted from 1, or all from there on.
class FailingAllocations {
 public:
  enum class Which : std::uint8_t { One, AllFromThere };
  FailingAllocations(std::uint64_t first, Which which);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;
  // Whether so many have been asked for that some failed.
  bool struck() const;
};

// While one lives, its thread's allocations neither fail nor count towards those that do: the store's, whose library does
// not promise to stand that.
class Spared {
 public:
  Spared();
  ~Spared();
  Spared(const Spared&) = delete;
  Spared& operator=(const Spared&) = delete;
};

}  // namespace partita::work
