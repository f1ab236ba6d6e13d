#include "server/metrics_text.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <sstream>

namespace partita::server {

class MetricsText {
 public:
  explicit MetricsText(std::span<const LoopMetrics* const> loops) : loops_(loops) {}

  prometheus::MetricFamily requests() const {
    prometheus::MetricFamily family{
        "partita_requests_total",
        "Requests answered, by operation (none: GET, or an unknown operation) and outcome (ok, or the error)",
        prometheus::MetricType::Counter,
        {}};
    for (std::size_t operation = 0; operation <= kOperations; ++operation) {
      for (std::size_t outcome = 0; outcome <= kErrorCodes; ++outcome) {
        const auto count =
            sum([&](const LoopMetrics& loop) { return load(loop.operations_[operation].outcomes[outcome]); });
        if (count == 0) continue;
        prometheus::ClientMetric& metric = family.metric.emplace_back();
        metric.label = {{"operation", operation_name(operation)}, {"outcome", outcome_name(outcome)}};
        metric.counter.value = static_cast<double>(count);
      }
    }
    return family;
  }

  prometheus::MetricFamily latencies() const {
    prometheus::MetricFamily family{"partita_request_duration_seconds",
                                    "Seconds from the last byte of a request to its answer, by operation",
                                    prometheus::MetricType::Histogram,
                                    {}};
    for (std::size_t operation = 0; operation <= kOperations; ++operation) {
      prometheus::ClientMetric::Histogram histogram;
      for (std::size_t i = 0; i <= kLatencyBounds.size(); ++i) {
        histogram.sample_count +=
            sum([&](const LoopMetrics& loop) { return load(loop.operations_[operation].latencies[i]); });
        if (i < kLatencyBounds.size()) histogram.bucket.push_back({histogram.sample_count, kLatencyBounds[i]});
      }
      if (histogram.sample_count == 0) continue;
      histogram.sample_sum = static_cast<double>(sum([&](const LoopMetrics& loop) {
                               return load(loop.operations_[operation].latency_sum_ns);
                             })) *
                             1e-9;
      prometheus::ClientMetric& metric = family.metric.emplace_back();
      metric.label = {{"operation", operation_name(operation)}};
      metric.histogram = std::move(histogram);
    }
    return family;
  }

  std::uint64_t received() const {
    return sum([](const LoopMetrics& loop) { return load(loop.received_); });
  }
  std::uint64_t sent() const {
    return sum([](const LoopMetrics& loop) { return load(loop.sent_); });
  }

 private:
  static std::uint64_t load(const LoopMetrics::Count& count) { return count.load(std::memory_order_relaxed); }
  template <class Of>
  std::uint64_t sum(Of of) const {
    std::uint64_t total = 0;
    for (const LoopMetrics* loop : loops_) total += of(*loop);
    return total;
  }
  static std::string operation_name(std::size_t operation) {
    return operation == kOperations ? "none"
                                    : std::string(protocol::name_of(static_cast<protocol::Operation>(operation)));
  }
  static std::string outcome_name(std::size_t outcome) {
    return outcome == kErrorCodes ? "ok" : std::string(describe(static_cast<ErrorCode>(outcome)).name);
  }

  std::span<const LoopMetrics* const> loops_;
};

namespace {

void append(std::vector<prometheus::MetricFamily>& families, const Metric& from) {
  const bool counter = from.type == Metric::Type::Counter;
  if (families.empty() || families.back().name != from.name)
    families.push_back(
        {from.name, from.help, counter ? prometheus::MetricType::Counter : prometheus::MetricType::Gauge, {}});
  prometheus::ClientMetric& metric = families.back().metric.emplace_back();
  for (const auto& [name, value] : from.labels) metric.label.push_back({name, value});
  (counter ? metric.counter.value : metric.gauge.value) = from.value;
}

}  // namespace

std::string metrics_text(std::span<const LoopMetrics* const> loops, const std::vector<Metric>& others) {
  const MetricsText counts(loops);
  std::vector<prometheus::MetricFamily> families = {counts.requests(), counts.latencies()};
  using enum Metric::Type;
  append(families, {"partita_received_bytes_total", "Bytes received from clients", Counter, double(counts.received())});
  append(families, {"partita_sent_bytes_total", "Bytes sent to clients", Counter, double(counts.sent())});
  for (const Metric& metric : others) append(families, metric);
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  return text.str();
}

}  // namespace partita::server
