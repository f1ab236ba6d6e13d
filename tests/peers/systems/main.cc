// peers_systems: runs the example systems on an endpoint of another implementation. Exits with 1 if an answer was
// wrong.
#include <fmt/format.h>
#include <partita/connect.h>

#include <CLI/CLI.hpp>
#include <map>

#include "peers/systems/transactions_by_turns.h"
#include "shared/all_systems.h"
#include "shared/measure.h"

namespace partita::peers {
namespace {

using Reasons = std::map<std::string, std::string, std::less<>>;

struct Sum {
  int right = 0, wrong = 0, by_turns = 0;
};

// Whether `name`, of a system or an access pattern, is in `without`. If so, it prints the reason.
bool is_left_out(std::string_view name, const Reasons& without) {
  const auto reason = without.find(name);
  if (reason == without.end()) return false;
  fmt::print("  left out  {}: {}\n", name, reason->second);
  return true;
}

// `turns` performs the transactions if the endpoint has no transactions; otherwise it is nullptr.
Sum run_patterns(const systems::Instance& instance, systems::RecordingDatabase& recorder,
                 const TransactionsByTurns* turns, const Reasons& without) {
  Sum sum;
  for (const systems::PatternGroup& group : instance.groups) {
    for (const systems::AccessPattern& pattern : group.patterns) {
      if (is_left_out(pattern.name, without)) continue;
      const int transactions = turns ? turns->transactions() : 0;
      const systems::Measured measured = systems::measure(pattern, recorder);
      if (turns && turns->transactions() > transactions) ++sum.by_turns;
      ++(measured.wrong ? sum.wrong : sum.right);
      if (measured.wrong) fmt::print("  FAILED    {}: {}\n", pattern.name, *measured.wrong);
    }
  }
  return sum;
}

// Whether all answers were right.
bool run(const systems::System& system, Database& endpoint, bool has_transactions, const Reasons& without) {
  std::unique_ptr<TransactionsByTurns> turns;
  if (!has_transactions) turns = std::make_unique<TransactionsByTurns>(endpoint);
  const auto recorder = std::make_shared<systems::RecordingDatabase>(turns ? *turns : endpoint);
  auto instance = system.start(recorder);
  auto loaded = instance ? instance->load_sample() : unexpected(instance.error());
  if (!loaded) {
    const ErrorCodeInfo& code = describe(loaded.error().code);
    fmt::print("  FAILED    {}: {}: {}\n", system.name, code.name, loaded.error().message);
    return false;
  }
  const Sum sum = run_patterns(*instance, *recorder, turns.get(), without);
  fmt::print("  {}  {}: {} of {} access patterns correct{}\n", sum.wrong == 0 ? "ok      " : "FAILED  ", system.name,
             sum.right, sum.right + sum.wrong,
             sum.by_turns > 0 ? fmt::format(", {} of them with transactions by turns", sum.by_turns) : "");
  return sum.wrong == 0;
}

int main(int argc, char** argv) {
  std::string endpoint;
  std::vector<std::pair<std::string, std::string>> lacks, without;
  CLI::App app("Runs the example systems on a DynamoDB endpoint.");
  app.add_option("--endpoint", endpoint, "its URL")->required();
  app.add_option("--lacks", lacks, "what it lacks and why; transactions are then carried out by single requests");
  app.add_option("--without", without, "a system or an access pattern that cannot run there, and why");
  CLI11_PARSE(app, argc, argv);

  const auto database = connect(endpoint);
  if (!database) {
    fmt::print("{}\n", database.error().message);
    return 1;
  }
  const bool has_transactions = !Reasons(lacks.begin(), lacks.end()).contains("transactions");
  const Reasons left_out(without.begin(), without.end());
  bool all_well = true;
  for (const systems::System* system : systems::all_systems())
    if (!is_left_out(system->name, left_out)) all_well &= run(*system, **database, has_transactions, left_out);
  return all_well ? 0 : 1;
}

}  // namespace
}  // namespace partita::peers

int main(int argc, char** argv) { return partita::peers::main(argc, argv); }
