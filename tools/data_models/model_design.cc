// `partita model design` finds the model that answers a domain's questions at the lowest cost.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/try.h"
#include "model.h"
#include "modelling/design/report/report.h"
#include "modelling/docs/html.h"
#include "modelling/docs/markdown.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "modelling/read/read_model.h"
#include "modelling/write/write_model.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

constexpr const char* kDesignFooter =
    R"(FILE has the entities with their fields and what tells their items apart (identity), and the access patterns with their
frequencies: a model of Partita's own format without tables, keys and indexes. docs/modelling/design.md has all members.
With extend: MODEL, the file has what shall be added to a model that exists, whose keys and indexes stay as they are.
The command chooses keys and indexes that answer all patterns at the lowest monthly cost, proves them, and says for each
read what serves it, why, and what else was considered.

With -o, the directory gets model.yaml, which every other subcommand of `partita model` takes, NAME.h for a C++ program,
docs.md and docs.html with the pictures below docs, and the report as report.md and report.json. All files are written,
or none.

Examples:
  partita model design shop.yml
  partita model design shop.yml --tables one -o design
  partita model design shop.yml --beside our_model.yaml
  partita model design shop.yml --json | jq '.reads[] | {name, index, usd}'
  partita model design shop.yml -o design && partita model run design/model.yaml

Exit code: 0 if the proposal answers all patterns, 1 if a read cannot be served (the report names the smallest change
that would serve it), 2 if the input is wrong or something failed.
)";

constexpr int kUnserved = 1, kFailed = 2;

struct ModelDesignOptions {
  std::string path;
  std::string directory;
  std::string prices;
  std::string region = "us-east-1";
  std::string tables;
  std::string beside;
  modelling::design::SearchOptions search;
  bool json = false;
};

// Paths relative to the directory, with the texts of the files.
using Files = std::vector<std::pair<std::string, std::string>>;

int failed(const Error& error) {
  print_error(error);
  return kFailed;
}

std::string header_name(const std::string& model) {
  std::string out;
  for (const char c : model)
    out += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                                                       : '_';
  return (out.empty() ? "model" : out) + ".h";
}

Result<Files> files_of(const modelling::design::Design& design, const modelling::design::Report& report) {
  Files out;
  PARTITA_TRY_VALUE(yaml, modelling::write_model(design.model, "yaml"));
  out.emplace_back("model.yaml", yaml.text);
  out.emplace_back(header_name(report.name), modelling::cpp_header(*design.model, {"model.yaml", {}}));
  const modelling::docs::Document document = modelling::docs::describe(design.proof);
  out.emplace_back("docs.md", modelling::docs::to_markdown(document, "docs"));
  out.emplace_back("docs.html", modelling::docs::to_html(document));
  for (const modelling::docs::DocPicture* picture : document.pictures())
    out.emplace_back("docs/" + picture->file + ".svg", modelling::docs::draw(*picture, modelling::SvgUse::File));
  out.emplace_back("report.md", modelling::design::report_markdown(report));
  out.emplace_back("report.json", modelling::design::report_json(report));
  return out;
}

// The report and the proposal's model.
Result<std::string> json_of(const std::vector<modelling::design::Design>& designs,
                            const modelling::design::Report& report) {
  if (!report.is_complete()) return modelling::design::report_json(report);
  PARTITA_TRY_VALUE(yaml, modelling::write_model(designs[0].model, "yaml"));
  return modelling::design::report_json(report, yaml.text);
}

// All drafts lie beside their files before the first one takes its file's place.
Result<void> write_all(const std::string& directory, const Files& files) {
  namespace fs = std::filesystem;
  std::error_code code;
  fs::create_directories(fs::path(directory) / "docs", code);
  if (code) return invalid(fmt::format("{} cannot be made: {}", directory, code.message()));
  const auto path_of = [&](const std::string& name) { return (fs::path(directory) / name).string(); };
  const auto remove_drafts = [&] {
    for (const auto& [name, text] : files) fs::remove(path_of(name) + ".draft", code);
  };
  for (const auto& [name, text] : files) {
    const bool blocked = fs::is_directory(path_of(name), code);
    const auto written = blocked ? Result<void>(invalid(fmt::format("{} is a directory", path_of(name))))
                                 : write_output(path_of(name) + ".draft", text);
    if (written) continue;
    remove_drafts();
    return written;
  }
  for (const auto& [name, text] : files) {
    fs::rename(path_of(name) + ".draft", path_of(name), code);
    if (!code) continue;
    const std::string reason = code.message();
    remove_drafts();
    return invalid(fmt::format("{} cannot be written: {}", path_of(name), reason));
  }
  return {};
}

int run_model_design(const ModelDesignOptions& options) {
  if (std::isnan(options.search.seconds))
    return failed(Error{ErrorCode::ValidationException, "--seconds: give a number from 0.001 to 86400"});
  const auto prices = options.prices.empty() ? modelling::built_in_prices(options.region)
                                             : modelling::read_prices(options.prices, options.region);
  if (!prices) return failed(prices.error());
  auto questions = modelling::design::read_questions(options.path);
  if (!questions) return failed(questions.error());
  // Before the search, because that may take long.
  for (const modelling::design::KeyAdvice& advice : questions->advice) fmt::print(stderr, "note: {}\n", advice.text);
  using modelling::design::Layout;
  if (options.tables == "one") questions->layout = Layout::One;
  if (options.tables == "several") questions->layout = Layout::Several;
  if (options.tables == "any") questions->layout = Layout::Any;
  std::optional<modelling::Model> beside;
  if (!options.beside.empty()) {
    auto model = modelling::read_model(options.beside);
    if (!model) return failed(model.error());
    beside = std::move(*model);
  }
  const auto answers = [&] {
    const ElapsedLine elapsed("searching", options.search.seconds);
    return modelling::design::answer(*questions, *prices, options.search);
  }();
  if (!answers) return failed(Error{ErrorCode::InternalServerError, answers.error()});
  const std::vector<modelling::design::Design>& designs = answers->found.designs;
  modelling::design::Report report = modelling::design::make_report(*answers, *prices);
  if (beside && report.is_complete())
    report.beside = modelling::design::compare_beside(*designs[0].proof, *beside, *prices);
  if (report.is_complete() && !options.directory.empty()) {
    const auto files = files_of(designs[0], report);
    if (!files) return failed(files.error());
    if (const auto written = write_all(options.directory, *files); !written) return failed(written.error());
    for (const std::string& note : modelling::cpp_left_out(*designs[0].model))
      fmt::print(stderr, "note: {}: {}\n", header_name(report.name), note);
  }
  const auto text = options.json ? json_of(designs, report) : modelling::design::report_text(report);
  if (!text) return failed(text.error());
  if (const auto written = write_output("-", *text); !written) return failed(written.error());
  return report.is_complete() ? 0 : kUnserved;
}

}  // namespace

Command add_model_design(CLI::App& app) {
  auto options = std::make_shared<ModelDesignOptions>();
  CLI::App* command = app.add_subcommand("design", "find the cheapest model that answers a domain's questions");
  command->footer(kDesignFooter);
  command->add_option("FILE", options->path, "the questions, YAML or JSON")->required();
  command
      ->add_option("-o,--output", options->directory, "a directory for the model, the header, the pages and the report")
      ->type_name("DIR");
  command->add_flag("--json", options->json, "print the report and the proposed model as JSON");
  command
      ->add_option("--seconds", options->search.seconds,
                   "the time for the search; when it ends, the best design so far is the proposal")
      ->check(CLI::Range(0.001, 86400.0))
      ->capture_default_str();
  command->add_option("--prices", options->prices, "a file of prices, YAML or JSON, as `partita model cost` takes it")
      ->type_name("FILE");
  command->add_option("--region", options->region, "the region of the prices")->capture_default_str();
  command
      ->add_option("--tables", options->tables,
                   "in place of the file's: one table for all entities, several, or any, whichever is cheaper")
      ->check(CLI::IsMember({"one", "several", "any"}));
  command
      ->add_option(
          "--beside", options->beside,
          "a model, in any format: the report compares it with the proposal, pattern by pattern of the same name")
      ->type_name("MODEL");
  return {command, [options] { return run_model_design(*options); }};
}

}  // namespace partita::tools
