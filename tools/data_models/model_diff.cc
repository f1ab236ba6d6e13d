// `partita model diff` says what the change of a model means for tables in use.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "model.h"
#include "modelling/diff/diff_report.h"

namespace partita::tools {
namespace {

constexpr const char* kDiffFooter =
    R"(OLD is the model of the tables that exist, NEW the model that they shall have. A live table may be either of them:
--endpoint and --table stand for OLD, --new-endpoint and --new-table for NEW, and FILES then has only the other one. The
model of a table is inferred from a sample of its items and has no access patterns. The steps are those that
plan_upgrade() of the model layer finds in such tables, in the order in which upgrade() takes them. Which items change
is told by sample items of OLD, and how many by the entities' `count`. Each step and change is

  safe      programs of both models run meanwhile
  careful   they do, under the condition that is printed
  unsafe    it breaks programs or loses data, unless no program of OLD runs, or needs a second table

Examples:
  partita model diff shop-v1.yml shop-v2.yml
  partita model diff shop-v1.yml shop-v2.yml --region eu-central-1
  partita model diff main.yml branch.yml --fail-on unsafe
  partita model diff --endpoint http://127.0.0.1:8000 --table orders shop-v2.yml
  partita model diff --endpoint http://127.0.0.1:8000 --table orders --new-endpoint $PRODUCTION --new-table orders
  partita model diff v1.yml v2.yml --json | jq '.changes[] | select(.safety == "unsafe")'

Exit code: 0; 1 if something is as unsafe as --fail-on says; 2 if a model cannot be read.
)";

struct DiffArguments {
  ModelArguments was;
  ModelArguments now;
  std::vector<std::string> files;
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

// Gives each side its file or its table.
Result<void> choose_sides(DiffArguments& arguments) {
  ModelArguments &was = arguments.was, &now = arguments.now;
  now.format = was.format;
  now.stage = was.stage;
  now.parameters = was.parameters;
  now.sample = was.sample;
  if (was.endpoint.empty() && now.endpoint.empty() && arguments.files.size() == 2) now.tables = was.tables;
  std::vector<ModelArguments*> of_files;
  for (ModelArguments* side : {&was, &now})
    if (side->endpoint.empty()) of_files.push_back(side);
  if (arguments.files.size() != of_files.size())
    return invalid(fmt::format("{}, not {}",
                               of_files.empty() ? "both models are tables: give no file"
                               : of_files.size() == 1
                                   ? "one model is a table: give one file"
                                   : "give two files, OLD and NEW, or --endpoint and --table for one",
                               arguments.files.size()));
  for (std::size_t i = 0; i < of_files.size(); ++i) of_files[i]->path = arguments.files[i];
  return {};
}

int run_diff(DiffArguments& arguments) {
  if (const auto chosen = choose_sides(arguments); !chosen) return no_model(chosen.error());
  const auto was = load_model(arguments.was);
  if (!was) return no_model(was.error());
  const auto now = load_model(arguments.now);
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
  command->add_option("FILES", arguments->files, "OLD and NEW, the models that are files")->expected(0, 2);
  add_file_arguments(*command, arguments->was);
  add_table_arguments(*command, arguments->was);
  auto* endpoint = command->add_option("--new-endpoint", arguments->now.endpoint,
                                       "the DynamoDB endpoint of the tables that are NEW");
  endpoint->type_name("URL");
  command->add_option("--new-table", arguments->now.tables, "a table that is NEW, or a part of it")
      ->type_name("NAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->needs(endpoint);
  command->add_option("--region", arguments->region, "the region of the prices")->capture_default_str();
  command->add_option("--fail-on", arguments->fail_on, "what makes the exit code 1")
      ->check(CLI::IsMember({"unsafe", "careful", "any", "never"}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print JSON");
  return {command, [arguments] { return run_diff(*arguments); }};
}

}  // namespace partita::tools
