// `partita model gen cpp` writes a model as a header of the model layer.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>

#include "model.h"
#include "modelling/generate/cpp_header.h"

namespace partita::tools {
namespace {

constexpr const char* kGenFooter =
    R"(The header has a struct for each entity, the entities with their keys, the tables, and each access pattern with a
function that calls it. It compiles as it is: what the planner refuses is a comment with the reason.

Examples:
  partita model gen cpp shop.yml -o shop.h
  partita model gen cpp schema.json --namespace shop -o shop.h

Exit code: 0, or 1 if the file cannot be read or the header cannot be written.
)";

struct GenOptions {
  ModelArguments model;
  std::string name_space;
  std::string output;
};

int generate(const GenOptions& options) {
  auto model = load_model(options.model);
  if (!model) return print_error(model.error());
  const std::string header = modelling::cpp_header(**model, {options.model.path, options.name_space});
  if (auto written = write_output(options.output, header); !written) return print_error(written.error());
  for (const std::string& note : modelling::cpp_left_out(**model)) fmt::print(stderr, "note: {}\n", note);
  return 0;
}

}  // namespace

Command add_model_gen(CLI::App& app) {
  auto options = std::make_shared<GenOptions>();
  CLI::App* gen = app.add_subcommand("gen", "write the model as a program's declarations");
  gen->require_subcommand(1);
  CLI::App* cpp = gen->add_subcommand("cpp", "a header of entities, tables and patterns in C++20");
  add_model_arguments(*cpp, options->model);
  cpp->add_option("--namespace", options->name_space, "the namespace; without it, the model's name");
  cpp->add_option("-o,--output", options->output, "the file to write; without it, the header is printed");
  cpp->footer(kGenFooter);
  return {gen, [options] { return generate(*options); }};
}

}  // namespace partita::tools
