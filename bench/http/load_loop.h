// Drives a workload over many connections on one thread.
#pragma once

#include <chrono>

#include "common/histogram.h"
#include "http/workload.h"

namespace partita::bench {

struct LoopSettings {
  unsigned connections = 1;
  std::chrono::nanoseconds warm_up{0};
  // 0: until the workload has no more requests.
  std::chrono::nanoseconds duration{0};
  // Operations per second, begun at that pace whatever the server does, each on the first connection that is free; its
  // latency counts from when it should have begun. 0: each connection begins an operation when its last is complete.
  double rate = 0;
  // Looks for answers without sleeping: for a thread that has a core of its own.
  bool spin = false;
};

struct LoopResult {
  std::uint64_t operations = 0;
  std::uint64_t answer_bytes = 0;
  double seconds = 0;
  // The part of the time in which the loop was not waiting for answers.
  double busy = 0;
  Histogram latencies;
};

// A wrong answer ends the program. Operations that were complete between the warm-up's end and the end are counted.
LoopResult run_loop(const Endpoint& endpoint, Workload& workload, const LoopSettings& settings);

}  // namespace partita::bench
