// `partita iam` has the subcommands for IAM policies.
#include "iam.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace partita::tools {

iam::Compilation read_policy(const std::string& path, iam::PolicyType type) {
  std::ifstream file(path, std::ios::binary);
  const std::string document{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  iam::Compilation compiled;
  if (!file.is_open() || file.bad()) {
    compiled.faults.push_back({{}, "the file cannot be read"});
    fmt::print(stderr, "partita: {}: the file cannot be read\n", path);
    return compiled;
  }
  compiled = iam::Compilation::of(path, document, type);
  for (const iam::DocumentFault& fault : compiled.faults)
    fmt::print(stderr, "{}:{}:{}: {}\n", path, fault.place.line, fault.place.column, fault.text);
  for (const iam::DocumentFault& warning : compiled.warnings)
    fmt::print(stderr, "{}:{}:{}: warning: {}\n", path, warning.place.line, warning.place.column, warning.text);
  return compiled;
}

Command add_iam(CLI::App& app) {
  CLI::App* iam = app.add_subcommand("iam", "check and try out IAM policies; manage users, roles and access keys");
  iam->require_subcommand(1);
  std::vector<Command> commands = {add_iam_check(*iam), add_iam_simulate(*iam)};
  for (Command& command : add_iam_identities(*iam)) commands.push_back(std::move(command));
  return {iam, [commands = std::move(commands)] {
            for (const Command& command : commands)
              if (command.app->parsed()) return command.run();
            return 1;
          }};
}

}  // namespace partita::tools
