// How many threads are worth having.
#pragma once

#include <sched.h>

#include <algorithm>
#include <thread>

namespace partita::base {

// The cores that this process may run on. std::thread::hardware_concurrency() counts those that it may not, too.
inline unsigned usable_cores() {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(CPU_COUNT(&usable));
}

}  // namespace partita::base
