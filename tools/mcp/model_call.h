// The command line by which a tool of `partita mcp` runs a subcommand of `partita model`. Everything in it comes from
// an agent, which may read model files and must neither write nor connect. So only known options that do neither are
// passed on, each as one word with its value, and a path is absolute, so that it cannot be taken for an option.
#pragma once

#include <partita/expected.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::tools {

// The path in a form that is not an option. Errors: a text of one line if it is not a file or a directory that is
// there, or if it is not in the directory `below` or in one below that; an empty `below` allows each path. Devices and
// pipes are refused, because reading them may not end.
expected<std::string, std::string> checked_path(const std::string& path, const std::string& below);

// The words of `given`, such as {"--region", "eu-central-1"} or {"--region=eu-central-1"}, as words of a command line.
// Errors: a text of one line for a word that is not an option that the subcommand has for reading, and those of
// checked_path() for a file.
struct CheckedOptions {
  std::vector<std::string> words = {};
  std::vector<std::string> files = {};  // that the options name
};
expected<CheckedOptions, std::string> checked_options(std::string_view subcommand,
                                                      const std::vector<std::string>& given, const std::string& below);

}  // namespace partita::tools
