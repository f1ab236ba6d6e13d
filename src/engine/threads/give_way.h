// Lets other threads go first.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace partita::engine {

// Has the threads that answer requests go before the calling one, from now on. A failure only makes them slower.
inline void give_way() {
  constexpr int kNiceness = 10;
  thread_local const int done = setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
  (void)done;
}

}  // namespace partita::engine
