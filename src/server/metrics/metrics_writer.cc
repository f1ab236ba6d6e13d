#include "server/metrics/metrics_writer.h"

#include <fmt/format.h>

namespace partita::server {
namespace {

std::string_view text_of(MetricType type) {
  switch (type) {
    case MetricType::Counter:
      return "counter";
    case MetricType::Gauge:
      return "gauge";
    case MetricType::Histogram:
      return "histogram";
  }
  return {};
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\\' || c == '"')
      out.append({'\\', c});
    else
      out += c;
  }
}

}  // namespace

void MetricsWriter::begin(const MetricFamily& family) {
  name_ = family.name;
  std::string_view name = family.name;
  constexpr std::string_view kTotal = "_total";
  if (format_ == MetricsFormat::OpenMetrics && family.type == MetricType::Counter && name.ends_with(kTotal))
    name.remove_suffix(kTotal.size());
  text_.append("# HELP ").append(name).append(" ");
  append_escaped(text_, family.help);
  text_.append("\n# TYPE ").append(name).append(" ").append(text_of(family.type)).append("\n");
}

void MetricsWriter::begin_sample(std::string_view suffix) {
  text_.append(name_).append(suffix);
  has_labels_ = false;
}

void MetricsWriter::add_label(std::string_view name, std::string_view value) {
  text_ += has_labels_ ? ',' : '{';
  has_labels_ = true;
  text_.append(name).append("=\"");
  append_escaped(text_, value);
  text_ += '"';
}

void MetricsWriter::end_sample(double value) {
  text_ += has_labels_ ? "} " : " ";
  // Whole numbers, which nearly all are, have no exponent.
  constexpr double kExact = 1e15;
  if (value >= 0 && value < kExact && value == double(std::uint64_t(value)))
    fmt::format_to(std::back_inserter(text_), FMT_STRING("{}"), std::uint64_t(value));
  else
    fmt::format_to(std::back_inserter(text_), FMT_STRING("{}"), value);
  text_ += '\n';
}

std::string MetricsWriter::take() {
  if (format_ == MetricsFormat::OpenMetrics) text_ += "# EOF\n";
  return std::exchange(text_, {});
}

}  // namespace partita::server
