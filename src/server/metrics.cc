#include "server/metrics.h"

#include <algorithm>

namespace partita::server {

void LoopMetrics::record(std::optional<protocol::Operation> operation, std::optional<ErrorCode> error,
                         std::chrono::nanoseconds latency) {
  PerOperation& counts = operations_[operation ? static_cast<std::size_t>(*operation) : kOperations];
  add(counts.outcomes[error ? static_cast<std::size_t>(*error) : kErrorCodes], 1);
  const double seconds = std::chrono::duration<double>(latency).count();
  const auto bound = std::lower_bound(kLatencyBounds.begin(), kLatencyBounds.end(), seconds);
  add(counts.latencies[static_cast<std::size_t>(bound - kLatencyBounds.begin())], 1);
  add(counts.latency_sum_ns, static_cast<std::uint64_t>(latency.count()));
}

}  // namespace partita::server
