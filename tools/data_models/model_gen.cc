// `partita model gen` writes a model as declarations of a program.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <memory>

#include "base/try.h"
#include "gen_footers.h"
#include "go_place.h"
#include "model.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "modelling/generate/go/go_package.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/python/py_package.h"
#include "modelling/generate/typescript/ts_package.h"
#include "package_files.h"

namespace partita::tools {
namespace {

struct GenOptions {
  ModelArguments model;
  std::string name_space;
  std::string package;
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

// The file's name, which the first comment of the generated files has.
std::string source_of(const GenOptions& options) {
  return std::filesystem::path(options.model.path).filename().string();
}

Result<modelling::Package> make_typescript(const modelling::Model& model, const GenOptions& options) {
  return modelling::typescript::ts_package(model, {.source = source_of(options), .bigint = options.bigint});
}

Result<modelling::Package> make_python(const modelling::Model& model, const GenOptions& options) {
  return modelling::python::py_package(model, {.source = source_of(options)});
}

Result<modelling::Package> make_go(const modelling::Model& model, const GenOptions& options) {
  PARTITA_TRY_VALUE(place, go_place(options.output));
  const std::string& name = options.package.empty() ? place.package : options.package;
  if (name.empty() || modelling::go::go_package_name(name) != name)
    return invalid(fmt::format("{} is not a name of a Go package: give one with --package",
                               name.empty() ? "the name of the directory" : name));
  return modelling::go::go_package(model, {.source = source_of(options),
                                           .package = name,
                                           .import_path = place.import_path.empty() ? name : place.import_path,
                                           .has_module = !place.import_path.empty()});
}

struct PackageLanguage {
  const char* name = "";
  const char* summary = "";
  const char* footer = "";
  Result<modelling::Package> (*make)(const modelling::Model& model, const GenOptions& options) = nullptr;
};

constexpr PackageLanguage kLanguages[] = {
    {"typescript", "a package of typed entities and patterns in TypeScript", kTypeScriptFooter, make_typescript},
    {"python", "a package of typed entities and patterns in Python", kPythonFooter, make_python},
    {"go", "a package of typed entities and patterns in Go", kGoFooter, make_go},
};

// Writes the package, or compares it with its files.
int generate(const PackageLanguage& language, const GenOptions& options) {
  auto model = load_model(options.model);
  if (!model) return print_error(model.error());
  auto package = language.make(**model, options);
  if (!package) return print_error(package.error());
  if (options.checks) return is_current(options.output, package->files) ? 0 : 1;
  if (auto written = write_package(options.output, package->files); !written) return print_error(written.error());
  print_left_out(package->left_out);
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
  cpp->footer(kCppFooter);
  for (const PackageLanguage& language : kLanguages) {
    CLI::App* one = gen->add_subcommand(language.name, language.summary);
    add_model_arguments(*one, options->model);
    one->add_option("-o,--output", options->output, "the directory of the package")->type_name("DIR")->required();
    one->add_flag("--check", options->checks, "fail unless the package in DIR is that of the model");
    one->footer(language.footer);
  }
  gen->get_subcommand("typescript")->add_flag("--bigint", options->bigint, "whole numbers are bigint, and not number");
  gen->get_subcommand("go")->add_option("--package", options->package,
                                        "the name of the package; without it, that of the directory");
  return {gen, [options, gen] {
            for (const PackageLanguage& language : kLanguages)
              if (gen->get_subcommand(language.name)->parsed()) return generate(language, *options);
            return generate_cpp(*options);
          }};
}

}  // namespace partita::tools
