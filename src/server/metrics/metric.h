// A metric of another layer.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace partita::server {

// A measurement of another layer, which GET /metrics shows.
struct Metric {
  enum class Type : std::uint8_t { Counter, Gauge };
  std::string name;  // in the form of Prometheus, such as partita_engine_commits_total
  std::string help;
  Type type = Type::Counter;
  double value = 0;
  // Names and values. Metrics of the same name must follow each other.
  std::vector<std::pair<std::string, std::string>> labels = {};
};

}  // namespace partita::server
