// `partita demo commerce`: loads the commerce system's sample data, runs every access pattern, prints what each did and
// cost, and fails where an answer, an index or the number of requests is not what the system promises.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <set>

#include "commerce/access_patterns.h"
#include "commerce/sample_data.h"
#include "demo.h"
#include "recording/recording_database.h"

namespace partita::tools {
namespace {

using commerce::AccessPattern;
using commerce::CommerceRepository;
using commerce::Wrong;
using recording::Call;
using recording::RecordingDatabase;

struct Measured {
  std::string request;  // "Query", "2 x Query", "GetItem + TransactWriteItems"
  std::int64_t evaluated_count = 0;
  std::int64_t returned_count = 0;
  double capacity_units = 0;
  double milliseconds = 0;
  Wrong wrong;
};

std::string requests_of(const std::vector<Call>& calls) {
  std::string text;
  for (std::size_t at = 0; at < calls.size();) {
    std::size_t end = at;
    while (end < calls.size() && calls[end].operation == calls[at].operation) ++end;
    const auto times = end - at > 1 ? fmt::format("{} x ", end - at) : std::string();
    text += fmt::format("{}{}{}", text.empty() ? "" : " + ", times, calls[at].operation);
    at = end;
  }
  return text;
}

// Whether the requests were the promised ones: no more of them, on that index, and none that reads what it drops.
Wrong check_requests(const AccessPattern& pattern, const std::vector<Call>& calls) {
  if (calls.size() != static_cast<std::size_t>(pattern.requests))
    return fmt::format("{} requests instead of {}", calls.size(), pattern.requests);
  for (const Call& call : calls) {
    if (call.index != pattern.index) return "used index " + (call.index.empty() ? "none" : call.index);
    if (call.operation == "Scan") return "scanned";
    if (call.filtered || call.evaluated_count != call.returned_count) return "filtered";
  }
  return std::nullopt;
}

Measured run(const AccessPattern& pattern, CommerceRepository& shop, RecordingDatabase& recorder) {
  Measured measured;
  if (pattern.before) measured.wrong = pattern.before(shop);
  if (measured.wrong) return measured;
  recorder.take();
  const auto start = std::chrono::steady_clock::now();
  measured.wrong = pattern.check(shop);
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  const std::vector<Call> calls = recorder.take();

  measured.milliseconds = elapsed.count();
  measured.request = requests_of(calls);
  for (const Call& call : calls) {
    measured.evaluated_count += call.evaluated_count;
    measured.returned_count += call.returned_count;
    measured.capacity_units += call.capacity_units;
  }
  if (!measured.wrong) measured.wrong = check_requests(pattern, calls);
  if (!measured.wrong && pattern.after) measured.wrong = pattern.after(shop);
  return measured;
}

void print_header(std::string_view title) {
  fmt::print("\n{:<33} {:<29} {:<26} {:>5} {:>6} {:>8}\n", title, "request", "index", "items", "units", "ms");
}

void print_row(const AccessPattern& pattern, const Measured& measured) {
  const std::string items = measured.returned_count > 0 ? fmt::to_string(measured.returned_count) : "-";
  // An error does not say what it cost.
  const std::string units = measured.capacity_units > 0 ? fmt::format("{:.1f}", measured.capacity_units) : "-";
  fmt::print("{:<33} {:<29} {:<26} {:>5} {:>6} {:>8.2f}  {}\n", pattern.name, measured.request,
             pattern.index.empty() ? "base table" : pattern.index, items, units, measured.milliseconds, measured.wrong ? "WRONG: " + *measured.wrong : "ok");
}

// How many were wrong.
int run_all(const std::vector<AccessPattern>& patterns, CommerceRepository& shop, RecordingDatabase& recorder) {
  int wrong = 0;
  for (const AccessPattern& pattern : patterns) {
    const Measured measured = run(pattern, shop, recorder);
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
