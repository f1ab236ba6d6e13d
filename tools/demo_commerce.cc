// `partita demo commerce`: loads the commerce system's sample data, runs every access pattern, prints what each did and
// cost, and fails where an answer, an index or the number of requests is not what the system promises.
#include <fmt/format.h>

#include <cstdio>
#include <set>

#include "commerce/measure.h"
#include "commerce/sample_data.h"
#include "demo.h"
#include "recording/recording_database.h"

namespace partita::tools {
namespace {

using commerce::AccessPattern;
using commerce::CommerceRepository;
using commerce::Measured;
using recording::RecordingDatabase;

void print_header(std::string_view title) {
  fmt::print("\n{:<33} {:<29} {:<26} {:>5} {:>6} {:>8}\n", title, "request", "index", "items", "units", "ms");
}

void print_row(const AccessPattern& pattern, const Measured& measured) {
  const std::string items = measured.returned_count > 0 ? fmt::to_string(measured.returned_count) : "-";
  // An error does not say what it cost.
  const std::string units = measured.capacity_units > 0 ? fmt::format("{:.1f}", measured.capacity_units) : "-";
  fmt::print("{:<33} {:<29} {:<26} {:>5} {:>6} {:>8.2f}  {}\n", pattern.name, measured.requests,
             pattern.index.empty() ? "base table" : pattern.index, items, units, measured.milliseconds, measured.wrong ? "WRONG: " + *measured.wrong : "ok");
}

// How many were wrong.
int run_all(const std::vector<AccessPattern>& patterns, CommerceRepository& shop, RecordingDatabase& recorder) {
  int wrong = 0;
  for (const AccessPattern& pattern : patterns) {
    const Measured measured = measure(pattern, shop, recorder);
    print_row(pattern, measured);
    if (measured.wrong) ++wrong;
  }
  return wrong;
}

std::size_t count_methods() {
  std::set<std::string_view> methods;
  for (const auto* patterns : {&commerce::read_patterns(), &commerce::write_patterns()})
    for (const AccessPattern& pattern : *patterns) methods.insert(pattern.method);
  return methods.size();
}

int run_demo(const DemoTarget& target) {
  auto database = open_target(target);
  if (!database) return complain(database.error().message);
  if (auto created = commerce::create_table_if_missing(**database); !created)
    return complain(created.error().message);
  if (auto loaded = commerce::load_sample(**database); !loaded) return complain(loaded.error().message);
  fmt::print("The commerce system on {}: table {}, sample data loaded.\n", name_of(target), commerce::kTableName);

  RecordingDatabase recorder(**database);
  CommerceRepository shop(recorder);
  print_header("Read pattern");
  int wrong = run_all(commerce::read_patterns(), shop, recorder);
  print_header("Write pattern");
  wrong += run_all(commerce::write_patterns(), shop, recorder);

  const std::size_t count = commerce::read_patterns().size() + commerce::write_patterns().size();
  fmt::print("\n{} of {} access patterns right, {} methods; no Scan, no filter.\n", count - wrong, count,
             count_methods());
  std::fflush(stdout);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

Command add_commerce_demo(CLI::App& demo) {
  auto target = std::make_shared<DemoTarget>();
  CLI::App* command = demo.add_subcommand("commerce", "orders of a shop in a single table with three indexes");
  describe(*command, *target);
  return {command, [target] { return run_demo(*target); }};
}

}  // namespace partita::tools
