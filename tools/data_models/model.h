// The subcommands of `partita model`, and how they read the model that they work on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "modelling/core/model.h"

namespace partita::tools {

#define PARTITA_MODEL_COMMAND(name) Command add_model_##name(CLI::App& app);
#include "model_commands.def"
#undef PARTITA_MODEL_COMMAND

// The arguments that name a model: a file, with the values that its text leaves open, or tables of a database.
struct ModelArguments {
  std::string path = {};
  std::string format = {};
  std::string stage = {};
  std::vector<std::string> parameters = {};
  std::string endpoint = {};
  std::vector<std::string> tables = {};
  std::int64_t sample = 1000;
};
// Adds --format, --stage and --param, which say how a file is read.
void add_file_arguments(CLI::App& app, ModelArguments& arguments);
// Adds --endpoint, --table and --sample, which name tables of a database.
void add_table_arguments(CLI::App& app, ModelArguments& arguments);
// Which --endpoint names the database of a model's tables.
enum class EndpointOption : std::uint8_t {
  OfModel,    // one that is added here
  OfCommand,  // one that the command adds for a purpose of its own; see take_endpoint
};
// Adds FILE, the arguments of add_file_arguments, --table, --sample, and the --endpoint of the model.
void add_model_arguments(CLI::App& app, ModelArguments& arguments, EndpointOption endpoint = EndpointOption::OfModel);
// Moves the command's --endpoint to the model if there is no FILE.
void take_endpoint(ModelArguments& arguments, std::string& endpoint);

enum class Notes : std::uint8_t {
  Print,  // on stderr
  Keep,   // the caller shows them
};
// Reads the model, or the one of its tables that --table names. Errors: as read_model, or as partita::connect and
// read_live_tables.
Result<std::shared_ptr<const modelling::Model>> load_model(const ModelArguments& arguments, Notes notes = Notes::Print);

// Writes `text` to the file, or to stdout if `path` is empty or "-". The file is replaced as a whole or not at all.
Result<void> write_output(const std::string& path, std::string_view text);

}  // namespace partita::tools
