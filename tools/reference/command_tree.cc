#include "reference/command_tree.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace partita::tools {
namespace {

// The choices in a type's name, such as {one,several,any} or off|on.
std::vector<std::string> choices_in(std::string name) {
  if (const auto open = name.find('{'); open != name.npos) {
    const auto close = name.find('}', open);
    name = name.substr(open + 1, close - open - 1);
  } else if (name.find('|') == name.npos || name.find('[') != name.npos) {
    return {};
  }
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= name.size();) {
    const auto end = std::min(name.find_first_of(",|", begin), name.size());
    out.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

OptionRow row_of(const CLI::Option& option) {
  OptionRow row;
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  row.takes_value = option.get_items_expected_max() > 0;
  row.is_required = option.get_required();
  row.text = option.get_description();
  if (row.takes_value) {
    row.value = option.get_type_name();
    row.choices = choices_in(row.value);
    // The types of the parser say less than the description.
    if (row.value.starts_with("TEXT")) row.value = "TEXT";
    if (row.value.starts_with("UINT") || row.value.starts_with("INT") || row.value.starts_with("FLOAT"))
      row.value = "NUMBER";
  }
  return row;
}

CommandNode node_of(const CLI::App& app, const std::string& path) {
  CommandNode node{.path = path, .text = app.get_description(), .footer = app.get_footer()};
  for (const CLI::Option* option : app.get_options([](const CLI::Option* one) { return !one->get_group().empty(); })) {
    const OptionRow row = row_of(*option);
    if (row.names.empty()) {
      node.positionals.push_back(row);
      node.positionals.back().names = {option->get_name(true)};
    } else {
      node.options.push_back(row);
    }
  }
  for (const CLI::App* child : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); }))
    node.children.push_back(node_of(*child, path + " " + child->get_name()));
  return node;
}

}  // namespace

CommandNode command_tree(const CLI::App& app) { return node_of(app, "partita"); }

}  // namespace partita::tools
