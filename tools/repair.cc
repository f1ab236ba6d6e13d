// `partita repair` opens what can be opened of a damaged data directory, and keeps all of it as it was.
#include "storage/repair.h"

#include <fmt/core.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>

#include "commands.h"
#include "verify.h"

namespace partita::tools {
namespace {

base::Log log_on_stderr() {
  return base::Log([](base::Log::Level level, std::string_view line) {
    if (level >= base::Log::Level::Warning) fmt::print(stderr, "{}\n", line);
  });
}

int repair(const std::string& data) {
  const auto report = storage::repair_data_directory(data, log_on_stderr());
  if (!report) return print_error(report.error());
  if (report->damage.empty()) {
    fmt::print("{} opens, so there is nothing to repair; partita verify --data {} checks what it holds\n", data, data);
    return 0;
  }
  for (const std::string& damage : report->damage) fmt::print("{}\n", damage);
  fmt::print("{} opens again; all files as they were before are in {}\n", data, report->kept_in);
  return print_verification(data);
}

}  // namespace

Command add_repair(CLI::App& app) {
  auto data = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "repair", "open what can be opened of a damaged data directory, and keep all of its files as they were");
  command->add_option("data,--data", *data, "directory of the database; no server may be using it")->required();
  return {command, [data] { return repair(*data); }};
}

}  // namespace partita::tools
