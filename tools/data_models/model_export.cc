// `partita model export` writes a model in another format.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/try.h"
#include "model.h"
#include "modelling/write/write_model.h"

namespace partita::tools {
namespace {

constexpr const char* kExportFooter =
    R"(What the format has no place for is named on stderr, one line for each thing.

Examples:
  partita model export shop.yml --to cloudformation -o shop.template.yaml
  partita model export shop.yml --to terraform > shop.tf
  partita model export shop.yml --to create-table --table orders > orders.json
  aws dynamodb create-table --cli-input-json file://orders.json

Exit code: 0 if the text was written, 1 if something failed, or with --strict if something is left out.
)";

struct ExportOptions {
  ModelArguments model;
  std::string to;
  std::string output;
  bool strict = false;
};

std::string list_of_formats() {
  std::string text = "the format:";
  for (const modelling::Writer* writer : modelling::writers())
    text += fmt::format("\n{:20}{}", writer->name, writer->description);
  return text;
}

Result<modelling::Written> export_model(const ExportOptions& options) {
  PARTITA_TRY_VALUE(model, load_model(options.model));
  return modelling::write_model(model, options.to);
}

int run_export(const ExportOptions& options) {
  const auto written = export_model(options);
  if (!written) return print_error(written.error());
  for (const std::string& loss : written->losses)
    fmt::print(stderr, "{}: {}\n", options.strict ? "error" : "note", loss);
  if (options.strict && !written->losses.empty())
    return print_error(fmt::format(
        "nothing is written, because {} would leave this out; without --strict it is left out", options.to));
  if (auto put = write_output(options.output, written->text); !put) return print_error(put.error());
  return 0;
}

}  // namespace

Command add_model_export(CLI::App& model) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = model.add_subcommand("export", "write a model in another format");
  command->footer(kExportFooter);
  add_model_arguments(*command, options->model);
  command->add_option("--to", options->to, list_of_formats())->required()->type_name("FORMAT");
  command->add_option("-o,--output", options->output, "the file to write; it is replaced. Default: stdout")
      ->type_name("FILE");
  command->add_flag("--strict", options->strict, "fail if the format has no place for a part of the model");
  return {command, [options] { return run_export(*options); }};
}

}  // namespace partita::tools
