// `partita model diff` says what the change of a model means for tables in use.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "model.h"
#include "modelling/diff/report.h"

namespace partita::tools {
namespace {

constexpr const char* kDiffFooter =
    R"(OLD is the model of the tables that exist, NEW the model that they shall have. The steps are those that
plan_upgrade() of the model layer finds in such tables, in the order in which upgrade() takes them. Which items change
is told by sample items of OLD, and how many by the entities' `count`. Each step and change is

  safe      programs of both models run meanwhile
  careful   they do, under the condition that is printed
  unsafe    it breaks programs or loses data, unless no program of OLD runs, or needs a second table

Examples:
  partita model diff shop-v1.yml shop-v2.yml
  partita model diff shop-v1.yml shop-v2.yml --region eu-central-1
  partita model diff main.yml branch.yml --fail-on unsafe
  partita model diff v1.yml v2.yml --json | jq '.changes[] | select(.safety == "unsafe")'

Exit code: 0; 1 if something is as unsafe as --fail-on says; 2 if a model cannot be read.
)";

struct DiffArguments {
  ModelArguments was;
  std::string now;
  std::string region = "us-east-1";
  std::string fail_on = "never";
  bool json = false;
};

constexpr int kFails = 1;
constexpr int kNoModel = 2;

int no_model(const Error& error) {
  print_error(error);
  return kNoModel;
}

int run_diff(const DiffArguments& arguments) {
  ModelArguments of_now = arguments.was;
  of_now.path = arguments.now;
  const auto was = load_model(arguments.was);
  if (!was) return no_model(was.error());
  const auto now = load_model(of_now);
  if (!now) return no_model(now.error());
  const auto prices = modelling::built_in_prices(arguments.region);
  if (!prices) return no_model(prices.error());
  const modelling::diff::ModelDiff diff =
      modelling::diff::compare_models(modelling::prove(*was), modelling::prove(*now));
  const modelling::diff::DiffReportOptions options{*prices};
  const std::string text =
      arguments.json ? modelling::diff::to_json(diff, options) : modelling::diff::to_lines(diff, options);
  if (const auto written = write_output("", text); !written) return no_model(written.error());
  using modelling::diff::Safety;
  const bool unsafe = diff.count(Safety::Unsafe) > 0;
  const bool careful = unsafe || diff.count(Safety::Careful) > 0;
  if (arguments.fail_on == "unsafe" && unsafe) return kFails;
  if (arguments.fail_on == "careful" && careful) return kFails;
  return arguments.fail_on == "any" && !diff.empty() ? kFails : 0;
}

}  // namespace

Command add_model_diff(CLI::App& app) {
  auto arguments = std::make_shared<DiffArguments>();
  CLI::App* command = app.add_subcommand("diff", "what a change of a data model means for tables in use");
  command->footer(kDiffFooter);
  command->add_option("OLD", arguments->was.path, "the model of the tables that exist")->required();
  command->add_option("NEW", arguments->now, "the model that they shall have")->required();
  command->add_option("--format", arguments->was.format, "the format of both, if it is not recognized");
  command->add_option("--region", arguments->region, "the region of the prices")->capture_default_str();
  command->add_option("--fail-on", arguments->fail_on, "what makes the exit code 1")
      ->check(CLI::IsMember({"unsafe", "careful", "any", "never"}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print JSON");
  return {command, [arguments] { return run_diff(*arguments); }};
}

}  // namespace partita::tools
