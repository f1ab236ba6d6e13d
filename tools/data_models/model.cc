// `partita model` has the subcommands that work on the file of a data model.
#include "model.h"

#include <fmt/format.h>
#include <partita/connect.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/try.h"
#include "documents/allowed_files.h"
#include "help.h"
#include "modelling/read/read_model.h"
#include "modelling/read/tables/live_table.h"
#include "modelling/write/write_model.h"

namespace partita::tools {

namespace {

using modelling::Model;

Result<Model> read_from_database(const ModelArguments& arguments) {
  if (!arguments.path.empty())
    return invalid(
        fmt::format("the model is either the file {} or the tables of --endpoint: leave one out", arguments.path));
  if (arguments.tables.empty()) return invalid("--endpoint needs --table NAME, the table to read");
  if (arguments.sample < 0) return invalid("--sample takes a number of items, 0 or more");
  PARTITA_TRY_VALUE(database, partita::connect(arguments.endpoint));
  return modelling::read_live_tables(
      *database, {.names = arguments.tables, .sample = arguments.sample, .source = arguments.endpoint});
}

Result<Model> read_from_file(const ModelArguments& arguments) {
  if (arguments.path.empty())
    return invalid(
        "give the file of a model, as in: partita model lint shop.yml, or a table: --endpoint URL --table NAME");
  modelling::ReadOptions options{.format = arguments.format};
  if (!arguments.stage.empty()) options.templates.stage = arguments.stage;
  for (const std::string& parameter : arguments.parameters) {
    const std::size_t equals = parameter.find('=');
    if (equals == 0 || equals == std::string::npos)
      return invalid(fmt::format("--param takes NAME=VALUE, not '{}'", parameter));
    options.templates.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  options.templates.environment = [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (!value) return std::nullopt;
    return value;
  };
  options.templates.unsupported = templates::Unsupported::Warn;
  PARTITA_TRY_VALUE(model, modelling::read_model(arguments.path, options));
  if (arguments.tables.empty()) return std::move(model);
  if (arguments.tables.size() > 1) return invalid("with a file, --table selects one table; give it once");
  return modelling::only_table(model, arguments.tables.front());
}

// Options that few files need.
const std::string kRareOptions = std::string(kFurther) + "the model";

void add_table_names(CLI::App& app, ModelArguments& arguments) {
  app.add_option("--table", arguments.tables,
                 "only this table of a file, with the patterns that use no other one; in place of a file the table of "
                 "--endpoint to read, and it may be given several times")
      ->type_name("NAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--sample", arguments.sample, "the number of items that are read of a table of --endpoint")
      ->capture_default_str()
      ->group(kRareOptions);
}

}  // namespace

void add_file_arguments(CLI::App& app, ModelArguments& arguments) {
  app.add_option("--format", arguments.format, "the format of the file, if it is not recognized")->group(kRareOptions);
  app.add_option("--stage", arguments.stage, "the stage of a serverless.yml")->group(kRareOptions);
  app.add_option("--param", arguments.parameters, "NAME=VALUE, a parameter of a template")->group(kRareOptions);
}

void add_table_arguments(CLI::App& app, ModelArguments& arguments) {
  app.add_option("--endpoint", arguments.endpoint, "the DynamoDB endpoint of the tables to read in place of a file")
      ->type_name("URL");
  add_table_names(app, arguments);
}

void add_model_arguments(CLI::App& app, ModelArguments& arguments, EndpointOption endpoint) {
  app.add_option("FILE", arguments.path, "the model: YAML, JSON or HCL of any known format");
  add_file_arguments(app, arguments);
  if (endpoint == EndpointOption::OfModel)
    add_table_arguments(app, arguments);
  else
    add_table_names(app, arguments);
}

void take_endpoint(ModelArguments& arguments, std::string& endpoint) {
  if (!arguments.path.empty()) return;
  arguments.endpoint = std::move(endpoint);
  endpoint.clear();
}

Result<std::shared_ptr<const Model>> load_model(const ModelArguments& arguments, Notes notes) {
  PARTITA_TRY_VALUE(model, arguments.endpoint.empty() ? read_from_file(arguments) : read_from_database(arguments));
  if (notes == Notes::Print)
    for (const std::string& note : model.notes) fmt::print(stderr, "note: {}\n", note);
  return std::make_shared<const Model>(std::move(model));
}

Result<void> write_output(const std::string& path, std::string_view text) {
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return {};
  }
  const std::string draft = path + ".new";
  std::ofstream file(draft, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file && std::rename(draft.c_str(), path.c_str()) == 0) return {};
  const std::string reason = std::strerror(errno);
  std::remove(draft.c_str());
  return invalid(fmt::format("{} cannot be written: {}", path, reason));
}

Command add_model(CLI::App& app) {
  CLI::App* model = app.add_subcommand("model", "check, draw, price, export and run a data model");
  model->require_subcommand(1);
  // For input of strangers, such as agents, which may name further files.
  model->add_option_function<std::vector<std::string>>("--only-below", &documents::limit_reading_to)
      ->group("")
      ->expected(1)
      ->take_all()
      ->trigger_on_parse(false);
  std::vector<Command> commands = {
#define PARTITA_MODEL_COMMAND(name) add_model_##name(*model),
#include "model_commands.def"
#undef PARTITA_MODEL_COMMAND
  };
  return {model, [commands = std::move(commands)] {
            for (const Command& command : commands)
              if (command.app->parsed()) return command.run();
            return 1;
          }};
}

}  // namespace partita::tools
