// `partita model show` prints what a file says, as an outline.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "model.h"
#include "modelling/core/outline.h"

namespace partita::tools {
namespace {

constexpr const char* kShowFooter =
    R"(The outline has each table with its key and its indexes, the entities with their fields and key templates, the access
patterns, and notes on what the format could not say, or was guessed. With --endpoint, the entities are inferred from a
sample of the table's items, which costs read units.

Examples:
  partita model show model.yml
  partita model show schema.json --format aws-schema
  partita model show --endpoint http://127.0.0.1:8000 --table orders --sample 500

Exit code: 0, or 1 if the model cannot be read.
)";

int show_model(const ModelArguments& arguments) {
  const auto model = load_model(arguments, Notes::Keep);
  if (!model) return print_error(model.error());
  if (const auto written = write_output("", modelling::outline(**model)); !written) return print_error(written.error());
  return 0;
}

}  // namespace

Command add_model_show(CLI::App& app) {
  auto arguments = std::make_shared<ModelArguments>();
  CLI::App* command = app.add_subcommand("show", "print a data model as an outline");
  command->footer(kShowFooter);
  add_model_arguments(*command, *arguments);
  return {command, [arguments] { return show_model(*arguments); }};
}

}  // namespace partita::tools
