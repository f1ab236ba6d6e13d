// Sends a workload's requests over many connections on one thread.
#pragma once

#include <chrono>

#include "lib/histogram.h"
#include "load/workloads/workload.h"

namespace partita::bench {

struct LoopSettings {
  unsigned connections = 1;
  std::chrono::nanoseconds warm_up{0};
  // 0: until the workload has no more requests.
  std::chrono::nanoseconds duration{0};
  // Operations per second. They begin at that pace even if the server is slower, each on the first free connection, and
  // their latency counts from the moment at which they should have begun. 0: each connection begins an operation after
  // its last one is complete.
  double rate = 0;
  // A run goes on beyond its duration until this many operations are complete. Only with a rate of 0.
  std::uint64_t least_operations = 0;
  // Looks for answers without sleeping. Use it only for a thread that has a core of its own.
  bool spin = false;
};

struct LoopResult {
  std::uint64_t operations = 0;
  std::uint64_t answer_bytes = 0;
  double seconds = 0;
  // The share of the time in which the loop was not waiting for answers.
  double busy = 0;
  Histogram latencies;
};

// Counts the operations that were complete after the warm-up and before the end. A wrong answer ends the program.
LoopResult run_loop(const Endpoint& endpoint, Workload& workload, const LoopSettings& settings);

}  // namespace partita::bench
