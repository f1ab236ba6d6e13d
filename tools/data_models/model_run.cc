// `partita model run` carries out the access patterns of a model on a database.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>

#include "demo/demo.h"
#include "model.h"
#include "modelling/run/run_report.h"

namespace partita::tools {
namespace {

constexpr const char* kRunFooter =
    R"(The tables are made in memory, unless --data or --endpoint names a place. Items are those that the model gives as
samples; for an entity without samples they are made up. Each pattern shows its request, what it was given, its answer
and its cost. Each answer is compared with a search through plain lists of the items, and each write with the item that
the table has afterwards. After the writes all reads are compared again, and every item is verified.

In a data directory or at an endpoint the tables must be new or empty. They stay there with their items, so that
`partita serve --data DIR` can serve them. Without FILE, --endpoint and --table name the table whose inferred model is
run, in memory or in --data, with made-up items: the table itself is only read.

Examples:
  partita model run shop.yml
  partita model run shop.yml --items 20 --show 5
  partita model run shop.yml --requests --show 0
  partita model run shop.yml --json | jq '.patterns[] | {name, outcome, units}'
  partita model run shop.yml --endpoint http://127.0.0.1:8000 --table-prefix try.
  partita model run --endpoint http://127.0.0.1:8000 --table orders --data ./orders

Exit code: 0 if every pattern is right, 1 if one is wrong, failed or refused, 2 if the model cannot be read or run.
)";

struct RunArguments {
  ModelArguments model;
  DemoTarget target;
  modelling::run::RunOptions run;
  std::size_t show = 3;
  bool requests = false;
  bool json = false;
};

constexpr int kNotRun = 2;
constexpr std::size_t kMostItems = 10'000;

int cannot_run(const Error& error) {
  print_error(error);
  return kNotRun;
}

int run_on_database(RunArguments& arguments) {
  take_endpoint(arguments.model, arguments.target.endpoint);
  if (!arguments.target.endpoint.empty() && !arguments.target.data.empty())
    return cannot_run(
        Error{ErrorCode::ValidationException, "the model runs either in --data or at --endpoint: leave one out"});
  const auto model = load_model(arguments.model);
  if (!model) return cannot_run(model.error());
  auto database = open_target(arguments.target);
  if (!database) return cannot_run(database.error());
  const auto proof = modelling::prove(*model);
  const auto run = modelling::run::run_model(*proof, **database, arguments.run);
  if (!run) return cannot_run(run.error());
  const std::string place = name_of(arguments.target);
  const std::string text =
      arguments.json
          ? modelling::run::to_json(*run)
          : modelling::run::to_lines(*run, {.place = place, .items = arguments.show, .requests = arguments.requests});
  if (const auto written = write_output("", text); !written) return cannot_run(written.error());
  return run->is_right() ? 0 : 1;
}

}  // namespace

Command add_model_run(CLI::App& app) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "run the access patterns of a data model on a database");
  command->footer(kRunFooter);
  add_model_arguments(*command, arguments->model, EndpointOption::OfCommand);
  command
      ->add_option("--items", arguments->run.items,
                   "items that are made up for each entity without samples. Default: 6")
      ->check(CLI::Range(std::size_t{1}, kMostItems));
  command->add_option("--show", arguments->show, "items that are shown of each answer. Default: 3");
  command->add_flag("--requests", arguments->requests, "show each request as it goes over the wire");
  command->add_flag("--json", arguments->json, "print everything as JSON");
  command->add_option("--table-prefix", arguments->run.table_prefix, "a text in front of the tables' names");
  add_options(*command, arguments->target);
  // A model that is read at the endpoint may run in a directory.
  CLI::Option *endpoint = command->get_option("--endpoint"), *data = command->get_option("--data");
  data->remove_excludes(endpoint);
  endpoint->remove_excludes(data);
  add_account_options(*command, data, arguments->target);
  return {command, [arguments] { return run_on_database(*arguments); }};
}

}  // namespace partita::tools
