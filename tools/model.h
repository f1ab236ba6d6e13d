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
// Whether a command takes tables of a database in place of FILE. One that has an --endpoint of its own does not.
enum class FromDatabase : std::uint8_t { No, Yes };
// Adds FILE, --format, --stage and --param, and for a database --endpoint, --table and --sample.
void add_model_arguments(CLI::App& app, ModelArguments& arguments, FromDatabase from_database = FromDatabase::No);

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
