// `partita completion SHELL` prints a script by which a shell completes the command line. It is made from the options
// that the subcommands declare.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "commands.h"
#include "reference/command_tree.h"

namespace partita::tools {
namespace {

// The words after which a file is completed, and those after which the values of `choices` are.
std::string words_of(const CommandNode& node) {
  std::string words;
  for (const CommandNode& child : node.children) words += child.name() + ' ';
  for (const OptionRow& option : node.options)
    for (const std::string& name : option.names) words += name + ' ';
  if (!words.empty()) words.pop_back();
  return words;
}

// Bash: one function that finds the subcommand in the words before the cursor.
std::string bash_script(const CommandNode& root) {
  std::string cases, choices;
  root.each([&](const CommandNode& node) {
    cases += fmt::format("    \"{}\") words=\"{}\" ;;\n", node.path, words_of(node));
    for (const OptionRow& option : node.options) {
      const std::string action = !option.choices.empty() ? fmt::format("values=\"{}\"", fmt::join(option.choices, " "))
                                 : option.takes_value    ? "files=1"
                                                         : "";
      if (action.empty()) continue;
      for (const std::string& name : option.names)
        choices += fmt::format("    \"{} {}\") {} ;;\n", node.path, name, action);
    }
  });
  return fmt::format(R"(# Completion of partita for bash.
_partita() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} path=partita words= values= files= i next
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="$path ${{COMP_WORDS[i]}}"
    case "$next" in
{}      *) continue ;;
    esac
    path=$next
  done
  case "$path" in
{}  esac
  case "$path $before" in
{}  esac
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
    return
  fi
  COMPREPLY=()
  [[ -n $files ]] || COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ -z $files && ($word == -* || -z $word) ]] && return
  # Names of files may have blanks.
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$word")
}}
complete -o default -F _partita partita
)",
                     [&] {
                       std::string known;
                       root.each([&](const CommandNode& node) {
                         if (node.path != root.path) known += fmt::format("      \"{}\") ;;\n", node.path);
                       });
                       return known;
                     }(),
                     cases, choices);
}

std::string quoted_for_zsh(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string function_name(const std::string& path) {
  std::string name = "_" + path;
  std::ranges::replace(name, ' ', '_');
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string zsh_script(const CommandNode& root) {
  std::string out = "#compdef partita\n# Completion of partita for zsh.\n";
  root.each([&](const CommandNode& node) {
    std::string arguments;
    for (const OptionRow& option : node.options) {
      const std::string value = !option.takes_value      ? ""
                                : option.choices.empty() ? ":value:_files"
                                                         : fmt::format(":value:({})", fmt::join(option.choices, " "));
      for (const std::string& name : option.names)
        arguments += fmt::format(" \\\n    '{}[{}]{}'", name, quoted_for_zsh(option.text), value);
    }
    out += fmt::format("\n{}() {{\n", function_name(node.path));
    if (node.children.empty()) {
      out += fmt::format("  _arguments{} \\\n    '*:file:_files'\n}}\n", arguments);
      return;
    }
    out += fmt::format(
        "  local state line\n  _arguments -C{} \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n",
        arguments);
    out += "  case $state in\n    command)\n      local -a commands=(\n";
    for (const CommandNode& child : node.children)
      out += fmt::format("        '{}:{}'\n", child.name(), quoted_for_zsh(child.text));
    out += "      )\n      _describe command commands ;;\n    argument)\n      case $line[1] in\n";
    for (const CommandNode& child : node.children)
      out += fmt::format("        {}) {} ;;\n", child.name(), function_name(child.path));
    out += "      esac ;;\n  esac\n}\n";
  });
  return out + "\n_partita \"$@\"\n";
}

std::string quoted_for_fish(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string fish_script(const CommandNode& root) {
  std::string out = R"(# Completion of partita for fish.
function __partita_path
  set -l words (commandline -opc)
  set -l path partita
  for word in $words[2..-1]
    string match -q -- '-*' $word; and continue
    contains -- "$path $word" $__partita_paths; and set path "$path $word"
  end
  echo $path
end
function __partita_at
  test (__partita_path) = "$argv"
end
)";
  std::string paths, lines;
  root.each([&](const CommandNode& node) {
    paths += fmt::format(" '{}'", node.path);
    const std::string at = fmt::format("complete -c partita -n \"__partita_at {}\"", node.path);
    if (!node.children.empty()) lines += at + " -f\n";
    for (const CommandNode& child : node.children)
      lines += fmt::format("{} -a {} -d '{}'\n", at, child.name(), quoted_for_fish(child.text));
    for (const OptionRow& option : node.options) {
      std::string names;
      for (const std::string& name : option.names)
        names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      const std::string values = option.choices.empty() ? "" : fmt::format(" -xa '{}'", fmt::join(option.choices, " "));
      lines += fmt::format("{}{}{}{} -d '{}'\n", at, names, option.takes_value ? " -r" : "", values,
                           quoted_for_fish(option.text));
    }
  });
  return out + "set -g __partita_paths" + paths + "\n" + lines;
}

}  // namespace

Command add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "print a script by which a shell completes this command");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(R"(Examples:
  partita completion bash > ~/.local/share/bash-completion/completions/partita
  partita completion zsh > ~/.zfunc/_partita        # with fpath+=~/.zfunc before compinit
  partita completion fish > ~/.config/fish/completions/partita.fish)");
  return {command, [shell, &app] {
            const CommandNode root = command_tree(app);
            const std::string text = *shell == "bash"  ? bash_script(root)
                                     : *shell == "zsh" ? zsh_script(root)
                                                       : fish_script(root);
            std::fputs(text.c_str(), stdout);
            return 0;
          }};
}

}  // namespace partita::tools
