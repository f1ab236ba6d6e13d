#include "server/metrics/metrics_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace partita::server {
namespace {

using CountsOfLoops = std::vector<const OperationCounts*>;

std::uint64_t load(const Count& count) { return count.load(std::memory_order_relaxed); }

template <class Of>
std::uint64_t sum(const CountsOfLoops& counts, Of of) {
  std::uint64_t total = 0;
  for (const OperationCounts* loop : counts) total += load(of(*loop));
  return total;
}

std::string_view operation_name(std::size_t operation) {
  return operation == kOperations ? "none" : protocol::name_of(static_cast<protocol::Operation>(operation));
}

using LabelsOfSample = std::vector<MetricsWriter::Label>;

// Gives the table of another account its name in place of its label, and the account and the region.
LabelsOfSample named(LabelsOfSample labels) {
  const auto table = std::ranges::find(labels, "table", &MetricsWriter::Label::first);
  if (!is_of_another(table->second)) return labels;
  const TableOfAnother parts = parts_of_label(table->second);
  table->second = parts.name;
  labels.emplace_back("account", parts.account);
  labels.emplace_back("region", parts.region);
  return labels;
}

// The counts of all loops by operation and table.
class Requests {
 public:
  explicit Requests(std::span<const LoopMetrics* const> loops) {
    for (const LoopMetrics* loop : loops)
      for (auto& table : loop->tables()) tables_.push_back(std::move(table));
    for (std::size_t operation = 0; operation <= kOperations; ++operation)
      for (const auto& table : tables_)
        if (const OperationCounts* counts = table->of(operation))
          counts_[{operation, table->label()}].push_back(counts);
  }

  void write_outcomes(MetricsWriter& writer) const {
    writer.begin({"partita_requests_total",
                  "Requests answered, by operation (none: GET, or an unknown operation), table, class of the outcome, "
                  "and outcome (ok, or the error)",
                  MetricType::Counter});
    for (const auto& [key, counts] : counts_) {
      for (std::size_t i = 0; i <= kErrorCodes; ++i) {
        const auto count = sum(counts, [&](const OperationCounts& of) -> auto& { return of.outcomes[i]; });
        if (count == 0) continue;
        const auto error = i == kErrorCodes ? std::nullopt : std::optional(static_cast<ErrorCode>(i));
        writer.add("",
                   named({{"operation", operation_name(key.first)},
                          {"table", key.second},
                          {"class", class_of(error)},
                          {"outcome", error ? describe(*error).name : "ok"}}),
                   double(count));
      }
    }
  }

  void write_latencies(MetricsWriter& writer) const {
    writer.begin({"partita_request_duration_seconds",
                  "Seconds from the last byte of a request to its answer, by operation and table",
                  MetricType::Histogram});
    for (const auto& [key, counts] : counts_) {
      const std::string_view operation = operation_name(key.first), table = key.second;
      std::uint64_t seen = 0;
      for (std::size_t i = 0; i <= kLatencyBoundsUs.size(); ++i) {
        seen += sum(counts, [&](const OperationCounts& of) -> auto& { return of.latencies[i]; });
        const std::string bound =
            i < kLatencyBoundsUs.size() ? fmt::format("{}", double(kLatencyBoundsUs[i]) / 1e6) : "+Inf";
        writer.add("_bucket", named({{"operation", operation}, {"table", table}, {"le", bound}}), double(seen));
      }
      const auto ns = sum(counts, [](const OperationCounts& of) -> auto& { return of.latency_sum_ns; });
      writer.add("_sum", named({{"operation", operation}, {"table", table}}), double(ns) * 1e-9);
      writer.add("_count", named({{"operation", operation}, {"table", table}}), double(seen));
    }
  }

 private:
  std::vector<boost::intrusive_ptr<const TableCounts>> tables_;
  std::map<std::pair<std::size_t, std::string_view>, CountsOfLoops> counts_;
};

}  // namespace

std::string metrics_text(MetricsFormat format, std::span<const LoopMetrics* const> loops,
                         const std::vector<Metric>& others) {
  MetricsWriter writer(format);
  const Requests requests(loops);
  requests.write_outcomes(writer);
  requests.write_latencies(writer);
  std::uint64_t received = 0, sent = 0;
  for (const LoopMetrics* loop : loops) {
    received += loop->received();
    sent += loop->sent();
  }
  std::string_view begun;
  const auto add = [&](const Metric& metric) {
    if (begun != metric.name)
      writer.begin(
          {metric.name, metric.help, metric.type == Metric::Type::Counter ? MetricType::Counter : MetricType::Gauge});
    begun = metric.name;
    writer.add("", metric.labels, metric.value);
  };
  const std::vector<Metric> bytes = {
      {"partita_received_bytes_total", "Bytes received from clients", Metric::Type::Counter, double(received)},
      {"partita_sent_bytes_total", "Bytes sent to clients", Metric::Type::Counter, double(sent)},
  };
  for (const Metric& metric : bytes) add(metric);
  for (const Metric& metric : others) add(metric);
  return writer.take();
}

}  // namespace partita::server
