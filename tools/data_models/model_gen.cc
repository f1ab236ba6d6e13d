// `partita model gen` writes a model as declarations of a program.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <memory>

#include "model.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "modelling/generate/python/py_package.h"
#include "modelling/generate/typescript/ts_package.h"
#include "package_files.h"

namespace partita::tools {
namespace {

constexpr const char* kCppFooter =
    R"(The header has a struct for each entity, the entities with their keys, the tables, and each access pattern with a
function that calls it. It compiles as it is: what the planner refuses is a comment with the reason.

Examples:
  partita model gen cpp shop.yml -o shop.h
  partita model gen cpp schema.json --namespace shop -o shop.h

Exit code: 0, or 1 if the file cannot be read or the header cannot be written.
)";

constexpr const char* kTypeScriptFooter =
    R"(The package has a type for each entity, and a client with a method for each access pattern, on the AWS SDK for
JavaScript (@aws-sdk/client-dynamodb, version 3) and without a further dependency. Calls that would need a scan, leave an
index key stale or ignore a version do not compile. DIR gets index.ts, description.ts and runtime/, which are replaced
whenever the package is made again, and package.json and tsconfig.json if it lacks them. Files of DIR that the package does
not have stay.

--check writes no file, and fails unless the files of DIR are those of the model.

Examples:
  partita model gen typescript shop.yml -o src/shop
  partita model gen typescript shop.yml -o src/shop --check

Exit code: 0, or 1 if the file cannot be read, the package cannot be written, or --check found a difference.
)";

constexpr const char* kPythonFooter =
    R"(The package has classes for each entity, and two clients with a method for each access pattern: one on boto3, and one
for asyncio on any client whose methods are coroutines. It needs Python 3.10 and no package beside the client's. Calls
that would need a scan, leave an index key stale or ignore a version do not pass mypy and pyright, and are errors before a
request. DIR gets __init__.py and the modules beside it, and runtime/, which are replaced whenever the package is made
again. Files of DIR that the package does not have stay.

--check writes no file, and fails unless the files of DIR are those of the model.

Examples:
  partita model gen python shop.yml -o src/shop
  partita model gen python shop.yml -o src/shop --check

Exit code: 0, or 1 if the file cannot be read, the package cannot be written, or --check found a difference.
)";

struct GenOptions {
  ModelArguments model;
  std::string name_space;
  std::string output;
  bool checks = false;
  bool bigint = false;
};

void print_left_out(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) fmt::print(stderr, "note: {}\n", sentence);
}

int generate_cpp(const GenOptions& options) {
  auto model = load_model(options.model);
  if (!model) return print_error(model.error());
  const std::string header = modelling::cpp_header(**model, {options.model.path, options.name_space});
  if (auto written = write_output(options.output, header); !written) return print_error(written.error());
  print_left_out(modelling::cpp_left_out(**model));
  return 0;
}

// Writes the package, or compares it with its files.
int finish_package(const GenOptions& options, const modelling::Package& package) {
  if (options.checks) return is_current(options.output, package.files) ? 0 : 1;
  if (auto written = write_package(options.output, package.files); !written) return print_error(written.error());
  print_left_out(package.left_out);
  return 0;
}

// The file's name, which the first comment of the generated files has.
std::string source_of(const GenOptions& options) {
  return std::filesystem::path(options.model.path).filename().string();
}

int generate_typescript(const GenOptions& options) {
  auto model = load_model(options.model);
  if (!model) return print_error(model.error());
  return finish_package(
      options, modelling::typescript::ts_package(**model, {.source = source_of(options), .bigint = options.bigint}));
}

int generate_python(const GenOptions& options) {
  auto model = load_model(options.model);
  if (!model) return print_error(model.error());
  return finish_package(options, modelling::python::py_package(**model, {.source = source_of(options)}));
}

void add_package_options(CLI::App& language, GenOptions& options) {
  add_model_arguments(language, options.model);
  language.add_option("-o,--output", options.output, "the directory of the package")->type_name("DIR")->required();
  language.add_flag("--check", options.checks, "fail unless the package in DIR is that of the model");
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
  cpp->footer(kCppFooter);
  CLI::App* typescript = gen->add_subcommand("typescript", "a package of typed entities and patterns in TypeScript");
  add_package_options(*typescript, *options);
  typescript->add_flag("--bigint", options->bigint, "whole numbers are bigint, and not number");
  typescript->footer(kTypeScriptFooter);
  CLI::App* python = gen->add_subcommand("python", "a package of typed entities and patterns in Python");
  add_package_options(*python, *options);
  python->footer(kPythonFooter);
  return {gen, [options, typescript, python] {
            if (python->parsed()) return generate_python(*options);
            return typescript->parsed() ? generate_typescript(*options) : generate_cpp(*options);
          }};
}

}  // namespace partita::tools
