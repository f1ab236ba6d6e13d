// MetricsWriter: metrics as text, in Prometheus's own format or in OpenMetrics 1.0. The two differ in the names of
// counters in comments and in the last line.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace partita::server {

enum class MetricsFormat : std::uint8_t { Prometheus, OpenMetrics };

enum class MetricType : std::uint8_t { Counter, Gauge, Histogram };
struct MetricFamily {
  std::string_view name;  // that of a counter must end in _total
  std::string_view help;
  MetricType type = MetricType::Counter;
};

class MetricsWriter {
 public:
  using Label = std::pair<std::string_view, std::string_view>;

  explicit MetricsWriter(MetricsFormat format) : format_(format) {}

  void begin(const MetricFamily& family);
  // Adds a value of the family that was begun. `suffix` is that of a histogram's sample, such as "_bucket".
  template <class Labels>
  void add(std::string_view suffix, const Labels& labels, double value) {
    begin_sample(suffix);
    for (const auto& [name, text] : labels) add_label(name, text);
    end_sample(value);
  }
  void add(std::string_view suffix, std::initializer_list<Label> labels, double value) {
    add<std::initializer_list<Label>>(suffix, labels, value);
  }
  // Returns the text. The writer is empty afterwards.
  std::string take();

 private:
  void begin_sample(std::string_view suffix);
  void add_label(std::string_view name, std::string_view value);
  void end_sample(double value);

  const MetricsFormat format_;
  std::string name_;
  bool has_labels_ = false;
  std::string text_;
};

}  // namespace partita::server
