// `partita iam check` reports the faults of policies.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <map>

#include "iam.h"

namespace partita::tools {
namespace {

constexpr const char* kCheckFooter =
    R"(Prints each fault with its line, its statement, and what to write instead. Warnings are about parts that are legal
and probably mistakes, such as an action that DynamoDB does not have.

Examples:
  partita iam check policy.json
  partita iam check --as resource table-policy.json
  partita iam check --as trust trust.json

Exit code: 0 if no document has a fault, 1 if one has, 2 if a file cannot be read.
)";

const std::map<std::string, iam::PolicyType> kTypes = {
    {"identity", iam::PolicyType::Identity}, {"boundary", iam::PolicyType::Boundary},
    {"session", iam::PolicyType::Session},   {"resource", iam::PolicyType::Resource},
    {"trust", iam::PolicyType::Trust},
};

struct CheckOptions {
  std::vector<std::string> files;
  std::string as = "identity";
};

int run_check(const CheckOptions& options) {
  const auto type = kTypes.find(options.as);
  if (options.files.empty() || type == kTypes.end()) {
    print_error(options.files.empty()
                    ? "name a file with a policy"
                    : "--as takes identity, boundary, session, resource or trust, not '" + options.as + "'");
    return kBadUsage;
  }
  int exit_code = 0;
  for (const std::string& path : options.files) {
    const iam::Compilation compiled = read_policy(path, type->second);
    if (compiled.policy.name().empty()) return kBadUsage;
    if (compiled.faults.empty())
      fmt::print("{}: {} statement{}, no fault\n", path, compiled.policy.statements().size(),
                 compiled.policy.statements().size() == 1 ? "" : "s");
    else
      exit_code = 1;
  }
  return exit_code;
}

}  // namespace

Command add_iam_check(CLI::App& iam) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = iam.add_subcommand("check", "report the faults of policies");
  command->footer(kCheckFooter);
  command->add_option("FILE", options->files, "policies");
  command
      ->add_option("--as", options->as,
                   "what the policies are attached to: identity, boundary, session, resource, or trust for the "
                   "policy that says who may assume a role")
      ->type_name("TYPE")
      ->capture_default_str();
  return {command, [options] { return run_check(*options); }};
}

}  // namespace partita::tools
