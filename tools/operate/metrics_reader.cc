#include "metrics_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

namespace partita::tools {
namespace {

// Reads `{name="value",...}` at the start of `line` and removes it. Returns false if it has another form.
bool take_labels(std::string_view& line, std::map<std::string, std::string>& labels) {
  if (!line.starts_with('{')) return true;
  line.remove_prefix(1);
  while (!line.starts_with('}')) {
    const auto equals = line.find("=\"");
    if (equals == line.npos) return false;
    std::string& value = labels[std::string(line.substr(0, equals))];
    std::size_t at = equals + 2;
    for (; at < line.size() && line[at] != '"'; ++at) {
      if (line[at] == '\\' && at + 1 < line.size()) ++at;
      value += line[at];
    }
    if (at >= line.size()) return false;
    line.remove_prefix(at + 1);
    if (line.starts_with(',')) line.remove_prefix(1);
  }
  line.remove_prefix(1);
  return true;
}

std::optional<Sample> read_sample(std::string_view line) {
  const auto end = line.find_first_of("{ ");
  if (line.starts_with('#') || end == line.npos) return std::nullopt;
  Sample sample{.name = std::string(line.substr(0, end)), .labels = {}, .value = 0};
  line.remove_prefix(end);
  if (!take_labels(line, sample.labels) || !line.starts_with(' ')) return std::nullopt;
  sample.value = std::strtod(std::string(line.substr(1)).c_str(), nullptr);
  return sample;
}

void add_samples(const std::vector<Sample>& samples, double factor, Report& report) {
  for (const Sample& sample : samples) {
    const auto label = [&](const char* name) {
      const auto found = sample.labels.find(name);
      return found == sample.labels.end() ? std::string() : found->second;
    };
    const double value = sample.value * factor;
    const auto table = [&] {
      const std::string account = label("account");
      return (account.empty() ? "" : account + " " + label("region") + " ") + label("table");
    };
    if (sample.name == "partita_requests_total") {
      OperationReport& of = report[{table(), label("operation")}];
      const std::string kind = label("class");
      of.requests += value;
      if (kind == "user_error" || kind == "condition") of.user_errors += value;
      if (kind == "throttle") of.throttled += value;
      if (kind == "auth_failure") of.auth_failures += value;
      if (kind == "server_fault") of.server_faults += value;
    } else if (sample.name == "partita_request_duration_seconds_bucket") {
      // strtod reads "+Inf" too.
      report[{table(), label("operation")}].latencies[std::strtod(label("le").c_str(), nullptr)] += value;
    }
  }
}

double value_of(const std::vector<Sample>& samples, std::string_view name) {
  const auto found = std::find_if(samples.begin(), samples.end(), [&](const Sample& one) { return one.name == name; });
  return found == samples.end() ? 0 : found->value;
}

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.1f} s", seconds);
}

std::string bytes_text(double bytes) { return fmt::format("{:.1f} MB", bytes / (1 << 20)); }

}  // namespace

std::vector<Sample> read_metrics(std::string_view text) {
  std::vector<Sample> samples;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (auto sample = read_sample(text.substr(0, end))) samples.push_back(std::move(*sample));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return samples;
}

Report report_of(const std::vector<Sample>& before, const std::vector<Sample>& after) {
  Report report;
  add_samples(after, 1, report);
  add_samples(before, -1, report);
  // A table that was deleted since has fewer requests than before.
  std::erase_if(report, [](const auto& one) { return one.second.requests <= 0; });
  return report;
}

double quantile_of(const OperationReport& report, double quantile) {
  const double wanted = quantile * (report.latencies.empty() ? 0 : report.latencies.rbegin()->second);
  double bound_below = 0, count_below = 0;
  for (const auto& [bound, count] : report.latencies) {
    if (count > 0 && count >= wanted) {
      if (bound == std::numeric_limits<double>::infinity()) return bound_below;
      const double inside = count - count_below;
      return inside <= 0 ? bound : bound_below + (bound - bound_below) * (wanted - count_below) / inside;
    }
    bound_below = bound;
    count_below = count;
  }
  return 0;
}

std::string stats_text(const Report& report, const std::vector<Sample>& now, double seconds) {
  std::vector<std::pair<Report::key_type, OperationReport>> rows(report.begin(), report.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.requests > b.second.requests; });
  std::size_t widest = 5, widest_operation = 20;
  for (const auto& [key, of] : rows) {
    widest = std::max(widest, key.first.size());
    widest_operation = std::max(widest_operation, key.second.size());
  }
  std::string text = fmt::format("{:{}}  {:{}} {:>12} {:>8} {:>9} {:>8} {:>7} {:>10} {:>10}\n", "table", widest,
                                 "operation", widest_operation, seconds > 0 ? "requests/s" : "requests", "errors",
                                 "throttled", "refused", "faults", "50 %", "99 %");
  for (const auto& [key, of] : rows)
    text += fmt::format("{:{}}  {:{}} {:>12.{}f} {:>8.0f} {:>9.0f} {:>8.0f} {:>7.0f} {:>10} {:>10}\n", key.first,
                        widest, key.second, widest_operation, seconds > 0 ? of.requests / seconds : of.requests,
                        seconds > 0 ? 1 : 0, of.user_errors, of.throttled, of.auth_failures, of.server_faults,
                        duration_text(quantile_of(of, 0.5)), duration_text(quantile_of(of, 0.99)));
  if (rows.empty()) text += "no requests\n";
  text += fmt::format("\n{:.0f} connections, {} of {} held by requests, {} resident\n",
                      value_of(now, "partita_open_connections"), bytes_text(value_of(now, "partita_memory_held_bytes")),
                      bytes_text(value_of(now, "partita_memory_limit_bytes")),
                      bytes_text(value_of(now, "partita_process_resident_bytes")));
  return text;
}

}  // namespace partita::tools
