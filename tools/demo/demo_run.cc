#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "demo.h"
#include "shared/measure.h"
#include "shared/recording_database.h"

namespace partita::tools {
namespace {

using systems::AccessPattern;
using systems::Measured;
using systems::PatternGroup;
using systems::RecordingDatabase;

struct Sum {
  std::size_t patterns = 0;
  std::size_t wrong = 0;
  std::set<std::string> methods;
};

constexpr std::size_t kRequestsWidth = 29;

struct Widths {
  std::size_t name = 0;
  std::size_t index = std::string_view("base table").size();
};

Widths widths_of(const std::vector<PatternGroup>& groups) {
  Widths widths;
  for (const PatternGroup& group : groups) {
    for (const AccessPattern& pattern : group.patterns) {
      widths.name = std::max(widths.name, pattern.name.size());
      widths.index = std::max(widths.index, pattern.index.size());
    }
  }
  return widths;
}

void print_header(std::string_view title, const Widths& widths) {
  fmt::print("\n{:<{}} {:<{}} {:<{}} {:>5} {:>6} {:>8}\n", title, widths.name, "request", kRequestsWidth, "index",
             widths.index, "items", "units", "ms");
}

void print_line(const AccessPattern& pattern, const Measured& measured, const Widths& widths) {
  const std::string items = measured.returned_count > 0 ? fmt::to_string(measured.returned_count) : "-";
  // An error does not report its cost.
  const std::string units = measured.capacity_units > 0 ? fmt::format("{:.1f}", measured.capacity_units) : "-";
  fmt::print("{:<{}} {:<{}} {:<{}} {:>5} {:>6} {:>8.2f}  {}\n", pattern.name, widths.name, measured.requests,
             kRequestsWidth, pattern.index.empty() ? "base table" : pattern.index, widths.index, items, units,
             measured.milliseconds, measured.wrong ? "WRONG: " + *measured.wrong : "ok");
}

void run_group(const PatternGroup& group, const Widths& widths, RecordingDatabase& recorder, Sum& sum) {
  print_header(group.title, widths);
  for (const AccessPattern& pattern : group.patterns) {
    const Measured measured = measure(pattern, recorder);
    print_line(pattern, measured, widths);
    ++sum.patterns;
    if (measured.wrong) ++sum.wrong;
    sum.methods.insert(pattern.method);
  }
}

}  // namespace

int run_demo(const systems::System& system, const DemoTarget& target) {
  auto database = open_target(target);
  if (!database) return print_error(database.error());
  const auto recorder = std::make_shared<RecordingDatabase>(**database);
  auto instance = system.start(recorder);
  if (!instance) return print_error(instance.error());
  if (auto loaded = instance->load_sample(); !loaded) return print_error(loaded.error());
  fmt::print("The {} system on {}: tables and sample data are ready.\n", system.name, name_of(target));

  Sum sum;
  const Widths widths = widths_of(instance->groups);
  for (const PatternGroup& group : instance->groups) run_group(group, widths, *recorder, sum);
  fmt::print("\n{} of {} access patterns correct, {} methods; no Scan.\n", sum.patterns - sum.wrong, sum.patterns,
             sum.methods.size());
  std::fflush(stdout);
  return sum.wrong == 0 ? 0 : 1;
}

}  // namespace partita::tools
