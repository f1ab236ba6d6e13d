// A command of the AWS CLI, as documents of data models have it: "aws dynamodb query --table-name t --key ...".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

// The words of a command line of a POSIX shell: quotes and backslashes are taken away, and the line ends at an operator
// such as && or |, which is in `rest`. Returns nullopt if a quote has no end.
struct ShellWords {
  std::vector<std::string> words = {};
  std::string rest = {};
};
std::optional<ShellWords> split_shell(std::string_view line);

struct CliCommand {
  std::string operation = {};                       // "query", "get-item"
  std::map<std::string, std::string> options = {};  // without "--"; flags have an empty text
  std::string rest = {};                            // the text behind the command

  const std::string* option(const std::string& name) const {
    const auto found = options.find(name);
    return found == options.end() ? nullptr : &found->second;
  }
};
// Returns nullopt unless the line is a command "aws [options] dynamodb OPERATION [options]".
std::optional<CliCommand> parse_cli(std::string_view line);

}  // namespace partita::modelling
