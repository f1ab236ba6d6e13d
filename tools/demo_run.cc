#include <fmt/format.h>

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

// Text is cut nowhere, so that a long name shifts its own line only.
void print_header(std::string_view title) {
  fmt::print("\n{:<38} {:<29} {:<26} {:>5} {:>6} {:>8}\n", title, "request", "index", "items", "units", "ms");
}

void print_line(const AccessPattern& pattern, const Measured& measured) {
  const std::string items = measured.returned_count > 0 ? fmt::to_string(measured.returned_count) : "-";
  // An error does not say what it cost.
  const std::string units = measured.capacity_units > 0 ? fmt::format("{:.1f}", measured.capacity_units) : "-";
  fmt::print("{:<38} {:<29} {:<26} {:>5} {:>6} {:>8.2f}  {}\n", pattern.name, measured.requests,
             pattern.index.empty() ? "base table" : pattern.index, items, units, measured.milliseconds,
             measured.wrong ? "WRONG: " + *measured.wrong : "ok");
}

void run_group(const PatternGroup& group, RecordingDatabase& recorder, Sum& sum) {
  print_header(group.title);
  for (const AccessPattern& pattern : group.patterns) {
    const Measured measured = measure(pattern, recorder);
    print_line(pattern, measured);
    ++sum.patterns;
    if (measured.wrong) ++sum.wrong;
    sum.methods.insert(pattern.method);
  }
}

}  // namespace

int run_demo(const systems::System& system, const DemoTarget& target) {
  auto database = open_target(target);
  if (!database) return complain(database.error().message);
  const auto recorder = std::make_shared<RecordingDatabase>(**database);
  auto instance = system.start(recorder);
  if (!instance) return complain(instance.error().message);
  if (auto loaded = instance->load_sample(); !loaded) return complain(loaded.error().message);
  fmt::print("The {} system on {}: tables and sample data are there.\n", system.name, name_of(target));

  Sum sum;
  for (const PatternGroup& group : instance->groups) run_group(group, *recorder, sum);
  fmt::print("\n{} of {} access patterns right, {} methods; no Scan.\n", sum.patterns - sum.wrong, sum.patterns,
             sum.methods.size());
  std::fflush(stdout);
  return sum.wrong == 0 ? 0 : 1;
}

}  // namespace partita::tools
