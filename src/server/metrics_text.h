// Writes the metrics for GET /metrics.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "server/metrics.h"

namespace partita::server {

// All metrics in Prometheus's text format. `others` are the metrics that the loops do not count. May be called from any
// thread.
std::string metrics_text(std::span<const LoopMetrics* const> loops, const std::vector<Metric>& others);

}  // namespace partita::server
