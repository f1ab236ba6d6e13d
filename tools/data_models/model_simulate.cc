// `partita model simulate` tells which requests of a model's traffic the service would throttle.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "model.h"
#include "modelling/simulate/simulation_report.h"
#include "modelling/simulate/workload_file.h"

namespace partita::tools {
namespace {

constexpr const char* kModelSimulateFooter =
    R"(The model says how often each pattern runs (per_second), how many different values a field has (distinct) and how
they are distributed among requests (values: uniform, {zipf: EXPONENT} or {weights: [..]}), and when there is more
traffic (seasons). --workload FILE adds such facts, or replaces those of the model. It may also have the patterns
themselves, which a table of --endpoint does not know. docs/modelling/simulate.md has the
form of the file, what is documented by AWS and what is assumed.

The time that a simulation takes does not depend on the number of keys.

Examples:
  partita model simulate shop.yml
  partita model simulate shop.yml --workload sale.yml --seconds 7200 --svg pictures
  partita model simulate --endpoint http://127.0.0.1:8000 --table orders --workload traffic.yml
  partita model simulate shop.yml --keys 1e8 --seed 7 --json

Exit code: 0 if at most 0.1 % of the calls of each pattern are throttled, 2 if more are, 1 if something failed.
)";

struct ModelSimulateOptions {
  ModelArguments model;
  std::string workload;
  std::string svg;
  modelling::WorkloadOptions keys;
  modelling::SimulationOptions how;
  bool proposals = true;
  bool json = false;
};

Result<void> write_simulation_pictures(const std::string& directory, const modelling::SimulationResult& result) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return invalid(fmt::format("the directory {} cannot be made: {}", directory, error.message()));
  for (const modelling::PlaceResult& place : result.places) {
    std::string name = place.name;
    std::replace(name.begin(), name.end(), '/', '.');
    PARTITA_TRY(write_output(fmt::format("{}/heat.{}.svg", directory, name), modelling::heat_map_svg(result, place)));
  }
  return write_output(directory + "/percentiles.svg", modelling::percentiles_svg(result));
}

Result<int> run_simulation(const ModelSimulateOptions& options) {
  PARTITA_TRY_VALUE(declared, load_model(options.model));
  auto model = std::make_shared<modelling::Model>(*declared);
  if (!options.workload.empty()) PARTITA_TRY(modelling::apply_workload(options.workload, *model));
  const modelling::Workload workload = modelling::make_workload(modelling::prove(model), options.keys);
  if (model->patterns.empty() && !options.model.endpoint.empty())
    return invalid(fmt::format(
        "a table has no access patterns: give them, with their per_second, as a list 'patterns' in the file "
        "of --workload, for the entities that 'partita model show --endpoint {} --table {}' shows",
        options.model.endpoint, options.model.tables.front()));
  if (workload.streams.empty())
    return invalid(
        fmt::format("no pattern has a rate: say per_second of the patterns, in the model or with --workload\n  {}",
                    fmt::join(workload.left_out, "\n  ")));
  const modelling::SimulationResult result = modelling::simulate(workload, options.how);
  std::vector<modelling::ShardProposal> proposals;
  if (options.proposals) proposals = modelling::propose_shards(workload, options.how, result);
  if (!options.svg.empty()) PARTITA_TRY(write_simulation_pictures(options.svg, result));
  PARTITA_TRY(write_output("-", options.json ? modelling::simulation_json(workload, options.how, result, proposals)
                                             : modelling::simulation_text(workload, options.how, result, proposals)));
  return std::any_of(
             result.patterns.begin(), result.patterns.end(),
             [](const modelling::PatternResult& one) { return one.throttled_share() > modelling::kTolerableShare; })
             ? 2
             : 0;
}

int run_model_simulate(const ModelSimulateOptions& options) {
  const auto code = run_simulation(options);
  return code ? *code : print_error(code.error());
}

}  // namespace

Command add_model_simulate(CLI::App& app) {
  auto options = std::make_shared<ModelSimulateOptions>();
  options->how.keeps_heat_map = false;
  CLI::App* command = app.add_subcommand("simulate", "the throttling of a model's traffic, by partition and key");
  command->footer(kModelSimulateFooter);
  add_model_arguments(*command, options->model);
  command->add_option("--workload", options->workload, "a file of further facts about the traffic")->type_name("FILE");
  command->add_option("--seconds", options->how.seconds, "the simulated time")
      ->check(CLI::Range(1, 7 * 24 * 3600))
      ->capture_default_str();
  command
      ->add_option("--keys", options->keys.default_keys,
                   "the number of different values of a field that does not say it")
      ->check(CLI::Range(1.0, 1e15))
      ->capture_default_str();
  command->add_option("--seed", options->how.seed, "the beginning of the random numbers")->capture_default_str();
  command->add_option("--burst", options->how.burst_seconds, "the seconds of unused provisioned capacity that are kept")
      ->check(CLI::Range(1.0, 3600.0))
      ->capture_default_str();
  command
      ->add_option("--split-after", options->how.split_after_seconds,
                   "the seconds after which a partition that stays hot splits")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--established", options->how.established,
                    "on-demand tables have served their mean traffic before; otherwise they are new");
  command->add_option("--svg", options->svg, "write heat maps and percentiles as SVG into this directory")
      ->type_name("DIR");
  command->add_flag("!--no-proposals", options->proposals,
                    "propose no shards, which takes a simulation for each count");
  command->add_flag("--json", options->json, "print JSON");
  return {command, [options] {
            options->how.keeps_heat_map = !options->svg.empty();
            return run_model_simulate(*options);
          }};
}

}  // namespace partita::tools
