// The line of JSON that a run prints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lib/histogram.h"

namespace partita::bench {

// One flat JSON object. Its members come in the order of the calls.
class ResultLine {
 public:
  ResultLine& text(std::string_view name, std::string_view value);
  ResultLine& count(std::string_view name, std::uint64_t value);
  ResultLine& real(std::string_view name, double value);
  // Adds p50_us, p99_us and p999_us.
  ResultLine& percentiles(const Histogram& histogram);

  // Writes the object and a line feed to stdout and flushes it.
  void print() const;
  std::string str() const { return "{" + members_ + "}"; }

 private:
  ResultLine& member(std::string_view name, std::string_view json);

  std::string members_;
};

}  // namespace partita::bench
