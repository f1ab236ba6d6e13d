// Writes the metrics for GET /metrics.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "server/metrics/metric.h"
#include "server/metrics/metrics.h"
#include "server/metrics/metrics_writer.h"

namespace partita::server {

// All metrics. `others` are the metrics that the loops do not count. May be called from any thread.
std::string metrics_text(MetricsFormat format, std::span<const LoopMetrics* const> loops,
                         const std::vector<Metric>& others);

}  // namespace partita::server
