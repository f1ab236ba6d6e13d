// `partita model cost` prices a model: its patterns by their frequencies, and its storage.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "model.h"
#include "modelling/cost/bill_report.h"

namespace partita::tools {
namespace {

constexpr const char* kModelCostFooter =
    R"(The frequencies come from the patterns (per_second, peak_per_second, items), the sizes from the entities and fields
(size_bytes, count, distinct, present). What the model does not say is assumed by a rule that the output names, or
listed as not priced. The capacity units of index entries follow from the keys and projections.

--prices FILE gives other prices, in YAML or JSON; --print-prices writes such a file. docs/modelling/cost.md has the
formulas and the sources.

Examples:
  partita model cost shop.yml
  partita model cost shop.yml --region eu-central-1 --backups 2 --json
  partita model cost shop.yml --print-prices > prices.yml
  partita model cost shop.yml --prices prices.yml

Exit code: 0 if all patterns are priced, 2 if some are not, 1 if something failed.
)";

struct ModelCostOptions {
  ModelArguments model;
  std::string prices;
  std::string region = "us-east-1";
  modelling::BillOptions bill;
  double utilization_percent = 70;
  std::size_t changes = 3;
  bool json = false;
  bool print_prices = false;
};

int run_model_cost(const ModelCostOptions& options) {
  auto prices = options.prices.empty() ? modelling::built_in_prices(options.region)
                                       : modelling::read_prices(options.prices, options.region);
  if (!prices) return print_error(prices.error());
  if (options.print_prices) {
    if (auto written = write_output("-", modelling::to_yaml(*prices)); !written) return print_error(written.error());
    return 0;
  }
  const auto model = load_model(options.model);
  if (!model) return print_error(model.error());
  modelling::BillOptions how = options.bill;
  how.utilization = options.utilization_percent / 100;
  const modelling::Bill bill = modelling::bill_of_model(modelling::prove(*model), *prices, how);
  const auto changes = modelling::cheaper_changes(bill);
  const std::string text =
      options.json ? modelling::cost_json(bill, changes) : modelling::cost_text(bill, changes, options.changes);
  if (auto written = write_output("-", text); !written) return print_error(written.error());
  return bill.not_priced.empty() ? 0 : 2;
}

}  // namespace

Command add_model_cost(CLI::App& app) {
  auto options = std::make_shared<ModelCostOptions>();
  CLI::App* command = app.add_subcommand("cost", "the monthly bill of a model, and what would make it cheaper");
  command->footer(kModelCostFooter);
  add_model_arguments(*command, options->model);
  command->add_option("--prices", options->prices, "a file of prices, YAML or JSON")->type_name("FILE");
  command->add_option("--region", options->region, "the region of the prices")->capture_default_str();
  command
      ->add_option("--utilization", options->utilization_percent,
                   "the percentage of provisioned capacity that is used, as auto scaling aims at")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str();
  command->add_option("--backups", options->bill.backups, "the number of full on-demand backups that are kept")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--stream-reads", options->bill.stream_reads_per_second,
                   "GetRecords calls each second for each shard of a stream; 0 if only AWS Lambda reads")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--changes", options->changes, "the number of cheaper changes to show")->capture_default_str();
  command->add_flag("--json", options->json, "print JSON");
  command->add_flag("--print-prices", options->print_prices, "print the prices as a file for --prices, and end");
  return {command, [options] { return run_model_cost(*options); }};
}

}  // namespace partita::tools
