// `partita model` has the subcommands that work on the file of a data model.
#include "model.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/try.h"
#include "modelling/read/read_model.h"

namespace partita::tools {

void add_model_arguments(CLI::App& app, ModelArguments& arguments) {
  app.add_option("FILE", arguments.path, "the model: YAML, JSON or HCL of any known format");
  app.add_option("--format", arguments.format, "the format of FILE, if it is not recognized");
  app.add_option("--stage", arguments.stage, "the stage of a serverless.yml");
  app.add_option("--param", arguments.parameters, "NAME=VALUE, a parameter of a template");
}

Result<std::shared_ptr<const modelling::Model>> load_model(const ModelArguments& arguments, Notes notes) {
  if (arguments.path.empty()) return invalid("give the file of a model, as in: partita model lint shop.yml");
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
  if (notes == Notes::Print)
    for (const std::string& note : model.notes) fmt::print(stderr, "note: {}\n", note);
  return std::make_shared<const modelling::Model>(std::move(model));
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
