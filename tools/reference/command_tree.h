// The subcommands and options of `partita`, as the parser has them, for texts that are made from them.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace partita::tools {

struct OptionRow {
  std::vector<std::string> names;  // with their dashes; empty for a positional argument
  std::string value;               // the text in place of the value, such as FILE or {bash,zsh,fish}; empty for a flag
  std::string text;                // the description
  std::vector<std::string> choices;  // the values, if there are only some
  bool takes_value = false;
  bool is_required = false;
};

struct CommandNode {
  std::string path;  // such as "partita model gen cpp"
  std::string text;
  std::string footer;
  std::vector<OptionRow> options = {};
  std::vector<OptionRow> positionals = {};
  std::vector<CommandNode> children = {};

  std::string name() const { return path.substr(path.rfind(' ') + 1); }

  // Calls `visit` with this node and all below it, each before its children.
  template <class Visit>
  void each(const Visit& visit) const {
    visit(*this);
    for (const CommandNode& child : children) child.each(visit);
  }
};

// Hidden options and subcommands are left out.
CommandNode command_tree(const CLI::App& app);

}  // namespace partita::tools
