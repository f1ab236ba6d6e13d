// `partita manual DIR` writes the manual pages, made from the options that the subcommands declare.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "commands.h"
#include "reference/command_tree.h"

namespace partita::tools {
namespace {

// The text as roff: a line that begins with a dot or a quote is not a request, and a dash is a dash.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string page_name(const CommandNode& node) {
  std::string name = node.path;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string rows(const std::vector<OptionRow>& options) {
  std::string out;
  for (const OptionRow& option : options) {
    out += ".TP\n";
    std::string names;
    for (const std::string& name : option.names)
      names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
    if (option.takes_value && option.names.front().starts_with('-'))
      names += fmt::format(" \\fI{}\\fR", roff(option.value.empty() ? "VALUE" : option.value));
    out += fmt::format("{}\n{}\n", names, roff(option.text));
  }
  return out;
}

std::string page(const CommandNode& node) {
  std::string out = fmt::format(".TH {} 1 \"\" \"partita {}\" \"Partita\"\n.SH NAME\n{} \\- {}\n",
                                roff(page_name(node)), PARTITA_VERSION, roff(page_name(node)), roff(node.text));
  out += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR", roff(node.path));
  if (!node.options.empty()) out += " [\\fIOPTIONS\\fR]";
  if (!node.children.empty()) out += " \\fICOMMAND\\fR";
  for (const OptionRow& one : node.positionals)
    out += one.is_required ? fmt::format(" \\fI{}\\fR", roff(one.names.front()))
                           : fmt::format(" [\\fI{}\\fR]", roff(one.names.front()));
  out += '\n';
  if (!node.footer.empty()) out += ".SH DESCRIPTION\n.nf\n" + roff(node.footer) + "\n.fi\n";
  if (!node.children.empty()) {
    out += ".SH COMMANDS\n";
    for (const CommandNode& child : node.children)
      out += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(page_name(child)), roff(child.text));
  }
  if (!node.positionals.empty()) out += ".SH ARGUMENTS\n" + rows(node.positionals);
  if (!node.options.empty()) out += ".SH OPTIONS\n" + rows(node.options);
  if (const auto end = node.path.rfind(' '); end != node.path.npos) {
    std::string above = node.path.substr(0, end);
    std::ranges::replace(above, ' ', '-');
    out += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", roff(above));
  }
  return out;
}

int write_manual(const CommandNode& root, const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return print_error(directory + ": " + error.message());
  bool is_written = true;
  root.each([&](const CommandNode& node) {
    std::ofstream file(directory + "/" + page_name(node) + ".1");
    file << page(node);
    is_written = is_written && file.flush().good();
  });
  return is_written ? 0 : print_error("a page cannot be written to " + directory);
}

}  // namespace

Command add_manual(CLI::App& app) {
  auto directory = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("manual", "write the manual pages of this command");
  command->add_option("DIR", *directory, "the directory; it is made if it is missing")->required();
  command->footer("Example:\n  partita manual ~/.local/share/man/man1 && man partita-serve");
  return {command, [directory, &app] { return write_manual(command_tree(app), *directory); }};
}

}  // namespace partita::tools
