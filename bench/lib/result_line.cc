#include "lib/result_line.h"

#include <fmt/format.h>

#include <cstdio>

namespace partita::bench {

ResultLine& ResultLine::member(std::string_view name, std::string_view json) {
  members_ += fmt::format("{}\"{}\":{}", members_.empty() ? "" : ",", name, json);
  return *this;
}

ResultLine& ResultLine::text(std::string_view name, std::string_view value) {
  std::string json = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') json += '\\';
    // Names and words come from a command line, so a control character becomes a blank and needs no escape.
    json += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return member(name, json + '"');
}

ResultLine& ResultLine::count(std::string_view name, std::uint64_t value) {
  return member(name, fmt::to_string(value));
}

ResultLine& ResultLine::real(std::string_view name, double value) { return member(name, fmt::format("{:.6g}", value)); }

ResultLine& ResultLine::percentiles(const Histogram& histogram) {
  return real("p50_us", histogram.percentile_us(0.50))
      .real("p99_us", histogram.percentile_us(0.99))
      .real("p999_us", histogram.percentile_us(0.999));
}

void ResultLine::print() const {
  fmt::print("{}\n", str());
  std::fflush(stdout);
}

}  // namespace partita::bench
