// The settings of `partita serve`: its options, from the command line, the environment and a file. A name is that of
// the option:
// --memory-limit, PARTITA_MEMORY_LIMIT in the environment, memory-limit in the file. The command line wins over the
// environment, and the environment over the file.
#pragma once

#include <partita/expected.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::tools {

struct Setting {
  std::string name;    // of the option, without dashes
  std::string value;   // "true" for a flag
  std::string source;  // "command line", "PARTITA_PORT", "FILE:LINE", or "the image"
};

// The value of the setting, or an empty text if it is not among them.
inline std::string value_of(const std::vector<Setting>& settings, std::string_view name) {
  const auto at = std::ranges::find(settings, name, &Setting::name);
  return at == settings.end() ? std::string() : at->value;
}

// The value of an environment variable, nullopt if it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// That of this process.
std::optional<std::string> environment_variable(const std::string& name);

// The variables PARTITA_... of this process that are not an option of `serve`, each with the name that it probably
// means.
std::vector<std::string> unknown_variables(const CLI::App& serve);

// The name of the variable of an option: PARTITA_MEMORY_LIMIT for memory-limit.
std::string variable_of(const std::string& option);

// The settings of `given`, the arguments after `serve`, with those of the environment and of the file that --config or
// PARTITA_CONFIG names. The file has lines NAME = VALUE; empty lines and those that begin with # are left out, and a
// value may be in double quotes. A flag is true or false. `serve` has the options. Errors: a text of one line, with the
// place, if the file cannot be read, or has an unknown name, a name twice, or a line of another form.
expected<std::vector<Setting>, std::string> settings_of(const CLI::App& serve, std::span<const std::string> given,
                                                        const Environment& environment);

// The text of a fault that begins with the option at fault, such as "--auth: ...", followed by the source of that
// setting unless it is the command line.
std::string with_source(std::string fault, const std::vector<Setting>& settings);

// `given` followed by the settings of the environment and the file as arguments, and without --config.
std::vector<std::string> arguments_of(std::span<const std::string> given, const std::vector<Setting>& settings,
                                      const CLI::App& serve);

}  // namespace partita::tools
