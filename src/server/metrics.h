// The counts of the server and their text form. Each loop has its own counts, so that loops do not write to the same
// cache line.
#pragma once

#include <partita/error.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/target.h"
#include "server/server.h"

namespace partita::server {

inline constexpr std::size_t kOperations = 0
#define PARTITA_OPERATION(function, Name) +1
#include <partita/operations.def>
#undef PARTITA_OPERATION
    ;
inline constexpr std::size_t kErrorCodes = 0
#define PARTITA_ERROR(name, wire_type, http_status, retryable, meaning) +1
#include <partita/error_codes.def>
#undef PARTITA_ERROR
    ;

// The upper bounds of the latency histogram in seconds.
inline constexpr std::array kLatencyBounds = {50e-6, 100e-6, 250e-6, 500e-6, 1e-3,   2.5e-3, 5e-3,
                                              10e-3, 25e-3,  50e-3,  100e-3, 250e-3, 1.0,    5.0};

// The counts of one loop. Only the loop's thread may write them. Any thread may read them.
class LoopMetrics {
 public:
  // Counts one answer. `operation` is nullopt if the request did not ask for an operation, `error` if it succeeded.
  // `latency` is the time from the last bytes of the request to its answer.
  void record(std::optional<protocol::Operation> operation, std::optional<ErrorCode> error,
              std::chrono::nanoseconds latency);
  void received(std::size_t bytes) { add(received_, bytes); }
  void sent(std::size_t bytes) { add(sent_, bytes); }

 private:
  friend class MetricsText;
  using Count = std::atomic<std::uint64_t>;
  struct PerOperation {
    std::array<Count, kErrorCodes + 1> outcomes{};             // by ErrorCode; the last element counts successes
    std::array<Count, kLatencyBounds.size() + 1> latencies{};  // the last element counts those above every bound
    Count latency_sum_ns{};
  };
  // There is only one writer, so the addition need not be atomic.
  static void add(Count& count, std::uint64_t by) {
    count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::array<PerOperation, kOperations + 1> operations_{};  // the last element is for requests without an operation
  Count received_{};
  Count sent_{};
};

}  // namespace partita::server
