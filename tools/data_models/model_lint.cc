// `partita model lint` finds the mistakes of a data model.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>

#include "model.h"
#include "modelling/lint/finding_report.h"

namespace partita::tools {
namespace {

constexpr const char* kLintFooter =
    R"(Each finding says where, why, what it costs, and the cure. A correct model has no finding.

Examples:
  partita model lint shop.yml
  partita model lint schema.json --sarif > lint.sarif
  partita model lint shop.yml --leave-out P170 --fail-on error
  partita model lint --explain P100
  partita model lint --rules

Exit code: 0 if there is no finding of the --fail-on severity or a worse one, 1 if there is, 2 if the file cannot be
read.
)";

struct LintOptions {
  ModelArguments model;
  bool json = false;
  bool sarif = false;
  std::string explain;
  bool rules = false;
  std::string fail_on = "warning";
  std::vector<std::string> left_out;
};

constexpr int kFound = 1;
constexpr int kUnreadable = 2;

int print_rules(bool json) {
  if (json) {
    fmt::print("{}", modelling::lint::to_json(modelling::lint::all_rules()));
    return 0;
  }
  for (const modelling::lint::Rule* rule : modelling::lint::all_rules())
    fmt::print("{} {:<8} {}\n", rule->id, to_text(rule->severity), rule->title);
  return 0;
}

int explain_rule(const std::string& id, bool json) {
  const modelling::lint::Rule* rule = modelling::lint::find_rule(id);
  if (!rule) {
    print_error(fmt::format("there is no rule '{}': partita model lint --rules lists them", id));
    return kUnreadable;
  }
  fmt::print("{}", json ? modelling::lint::to_json({rule}) : modelling::lint::explain(*rule));
  return 0;
}

int lint(const LintOptions& options) {
  if (options.rules) return print_rules(options.json);
  if (!options.explain.empty()) return explain_rule(options.explain, options.json);
  for (const std::string& id : options.left_out)
    if (!modelling::lint::find_rule(id)) {
      print_error(fmt::format("there is no rule '{}': partita model lint --rules lists them", id));
      return kUnreadable;
    }
  auto model = load_model(options.model);
  if (!model) {
    print_error(model.error());
    return kUnreadable;
  }
  const auto proof = modelling::prove(*model);
  const std::vector<modelling::lint::Finding> findings = modelling::lint::run(*proof, options.left_out);
  fmt::print("{}", options.json    ? modelling::lint::to_json(findings)
                   : options.sarif ? modelling::lint::to_sarif(findings, PARTITA_VERSION)
                                   : modelling::lint::to_lines(findings));
  for (const modelling::lint::Finding& finding : findings) {
    const bool counts = finding.severity == modelling::lint::Severity::Error || options.fail_on == "note" ||
                        (options.fail_on == "warning" && finding.severity == modelling::lint::Severity::Warning);
    if (counts && options.fail_on != "never") return kFound;
  }
  return 0;
}

}  // namespace

Command add_model_lint(CLI::App& app) {
  auto options = std::make_shared<LintOptions>();
  CLI::App* command = app.add_subcommand("lint", "find keys, patterns and indexes that are wrong, unsafe or too dear");
  add_model_arguments(*command, options->model);
  auto* const json = command->add_flag("--json", options->json, "print JSON");
  auto* const sarif =
      command->add_flag("--sarif", options->sarif, "print SARIF 2.1.0, which code hosts and editors read");
  sarif->excludes(json);
  command->add_option("--fail-on", options->fail_on, "the mildest severity that makes the exit code 1")
      ->check(CLI::IsMember({"error", "warning", "note", "never"}));
  command->add_option("--leave-out", options->left_out, "rules that are not examined");
  auto* const explain = command->add_option("--explain", options->explain, "what a rule means, such as P100");
  auto* const rules = command->add_flag("--rules", options->rules, "list the rules");
  sarif->excludes(explain)->excludes(rules);
  command->footer(kLintFooter);
  return {command, [options] { return lint(*options); }};
}

}  // namespace partita::tools
