// The number of cores that this process can use.
#pragma once

#include <sched.h>

#include <algorithm>
#include <thread>

namespace partita::base {

// The number of cores that this process may run on. std::thread::hardware_concurrency() may also count cores that the
// process may not use.
inline unsigned usable_cores() {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(CPU_COUNT(&usable));
}

}  // namespace partita::base
