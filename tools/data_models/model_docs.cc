// `partita model docs` writes pages and pictures of a data model.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <system_error>

#include "base/try.h"
#include "model.h"
#include "modelling/docs/document.h"
#include "modelling/docs/html.h"
#include "modelling/docs/markdown.h"

namespace partita::tools {
namespace {

constexpr const char* kDocsFooter =
    R"(The pages have the tables and indexes with their item collections, the entities with their fields and keys, and the
access patterns with their key conditions, requests and capacity units. Items are the model's samples; made-up ones stand
for entities without samples. The HTML page needs no other file and no script. GitHub draws the diagrams of the Markdown
page, and with --svg the page also shows the pictures of the directory.

-o takes the name of a page, which ends with .html or .md, or a directory, which gets docs.md, docs.html and the pictures below
docs. Without an option, the Markdown page goes to stdout. With --endpoint and --table, the model is inferred from a sample of
the table's items, and the items of the page are made up, because a page shows no real item.

Examples:
  partita model docs model.yml -o model.html
  partita model docs model.yml -o pages
  partita model docs model.yml --markdown docs/model.md --svg docs/model
  partita model docs schema.json > model.md
  partita model docs --endpoint http://127.0.0.1:8000 --table orders --html orders.html

Exit code: 0, or 1 if the model cannot be read or a page cannot be written. A pattern that is refused is shown as refused,
and `partita model lint` fails for it.
)";

struct DocsOptions {
  ModelArguments model;
  std::string output;
  std::string markdown;
  std::string html;
  std::string svg;
};

Result<void> write_pictures(const modelling::docs::Document& document, const std::string& directory) {
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  if (failed) return invalid(fmt::format("{} cannot be made: {}", directory, failed.message()));
  for (const modelling::docs::DocPicture* picture : document.pictures()) {
    const std::string path = (std::filesystem::path(directory) / (picture->file + ".svg")).string();
    PARTITA_TRY(write_output(path, modelling::docs::draw(*picture, modelling::SvgUse::File)));
  }
  return {};
}

// The path from the page to the directory, with '/' between its parts.
std::string path_from(const std::string& page, const std::string& directory) {
  if (directory.empty()) return {};
  namespace fs = std::filesystem;
  const fs::path from = page.empty() || page == "-" ? fs::path() : fs::absolute(page).parent_path();
  return from.empty()
             ? fs::path(directory).generic_string()
             : fs::absolute(directory).lexically_normal().lexically_relative(from.lexically_normal()).generic_string();
}

// Takes --output apart into the pages and pictures that it names.
void take_output(DocsOptions& options) {
  const std::filesystem::path output(options.output);
  if (output.extension() == ".html") {
    options.html = options.output;
  } else if (output.extension() == ".md" || options.output == "-") {
    options.markdown = options.output;
  } else if (!output.empty()) {
    options.html = (output / "docs.html").string();
    options.markdown = (output / "docs.md").string();
    options.svg = (output / "docs").string();
  }
}

Result<void> write_pages(DocsOptions& options) {
  take_output(options);
  PARTITA_TRY_VALUE(model, load_model(options.model, Notes::Keep));
  const modelling::docs::Document document = modelling::docs::describe(modelling::prove(model));
  if (!options.svg.empty()) PARTITA_TRY(write_pictures(document, options.svg));
  if (!options.html.empty()) PARTITA_TRY(write_output(options.html, modelling::docs::to_html(document)));
  const bool only_others = options.markdown.empty() && !(options.html.empty() && options.svg.empty());
  if (only_others) return {};
  return write_output(options.markdown,
                      modelling::docs::to_markdown(document, path_from(options.markdown, options.svg)));
}

}  // namespace

Command add_model_docs(CLI::App& app) {
  auto options = std::make_shared<DocsOptions>();
  CLI::App* command = app.add_subcommand("docs", "write pages and pictures of a data model");
  command->footer(kDocsFooter);
  add_model_arguments(*command, options->model);
  auto* const output = command
                           ->add_option("-o,--output", options->output,
                                        "the page, NAME.html or NAME.md, or a directory for all; - is stdout")
                           ->type_name("PLACE");
  command->add_option("--markdown", options->markdown, "the Markdown page; - is stdout")
      ->type_name("FILE")
      ->excludes(output);
  command->add_option("--html", options->html, "the HTML page; - is stdout")->type_name("FILE")->excludes(output);
  command->add_option("--svg", options->svg, "a directory for the pictures; it is made if it is missing")
      ->type_name("DIR")
      ->excludes(output);
  return {command, [options] {
            if (const auto written = write_pages(*options); !written) return print_error(written.error());
            return 0;
          }};
}

}  // namespace partita::tools
