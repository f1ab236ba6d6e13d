// Number and bytes of the calling thread's allocations. operator new is replaced in the whole program, libraries
// included. Calls of malloc itself are not counted.
#pragma once

#include <cstdint>

namespace partita::work {

struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

// The allocations of this thread since it began.
Allocations allocations();

// While one lives, its thread's allocations do not count, because they are the measurement's own.
class NotCounted {
 public:
  NotCounted();
  ~NotCounted();
  NotCounted(const NotCounted&) = delete;
  NotCounted& operator=(const NotCounted&) = delete;
};

// While one lives, allocations of its thread fail: only the `first` one, counted from 1, or that one and all after it.
class FailingAllocations {
 public:
  enum class Which : std::uint8_t { One, AllFromThere };
  FailingAllocations(std::uint64_t first, Which which);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;
  // Whether an allocation has failed.
  bool struck() const;
};

// While one lives, its thread's allocations do not fail and do not count towards those that do. The store needs it,
// because its library does not promise to survive failed allocations.
class Spared {
 public:
  Spared();
  ~Spared();
  Spared(const Spared&) = delete;
  Spared& operator=(const Spared&) = delete;
};

}  // namespace partita::work
