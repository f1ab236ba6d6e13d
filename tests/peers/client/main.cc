// peers_client: checks Partita's client against an endpoint of another implementation. Prints one line for each check.
// Exits with 1 if one failed.
#include <fmt/format.h>
#include <partita/connect.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>

#include "peers/client/checks.h"

namespace partita::peers {
namespace {

struct Sum {
  int passed = 0, failed = 0, left_out = 0;
};

void run(const Check& check, Database& database, const std::string& table, Sum& sum) {
  try {
    check.run(database, table);
    fmt::print("  ok        {}\n", check.name);
    ++sum.passed;
  } catch (const Failed& failed) {
    fmt::print("  FAILED    {}: {}\n", check.name, failed.what());
    ++sum.failed;
  }
}

Sum run_all(Database& database, const std::map<std::string, std::string>& lacks) {
  const std::string table = fmt::format("partita-peers-{}", ::getpid());
  Sum sum;
  for (const Check& check : all_checks()) {
    const auto lacking = lacks.find(check.needs);
    if (lacking == lacks.end()) {
      run(check, database, table, sum);
    } else {
      fmt::print("  left out  {}: {}\n", check.name, lacking->second);
      ++sum.left_out;
    }
  }
  return sum;
}

int main(int argc, char** argv) {
  std::string endpoint;
  std::vector<std::pair<std::string, std::string>> lacks;
  CLI::App app("Checks Partita's client against a DynamoDB endpoint.");
  app.add_option("--endpoint", endpoint, "its URL")->required();
  app.add_option("--lacks", lacks, "what it lacks (tags, ttl, transactions, tokens) and why; may be repeated");
  CLI11_PARSE(app, argc, argv);

  const auto database = connect(endpoint);
  if (!database) {
    fmt::print("{}\n", database.error().message);
    return 1;
  }
  const Sum sum = run_all(**database, {lacks.begin(), lacks.end()});
  fmt::print("  {} ok, {} failed, {} left out\n", sum.passed, sum.failed, sum.left_out);
  return sum.failed > 0 || sum.passed == 0 ? 1 : 0;
}

}  // namespace
}  // namespace partita::peers

int main(int argc, char** argv) { return partita::peers::main(argc, argv); }
