// The help of `partita`: options in groups, of which those for few people are shown by --help-all only.
#pragma once

#include <CLI/App.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace partita::tools {

// Groups whose names begin with this are shown by --help-all only.
inline constexpr std::string_view kFurther = "Further: ";

struct OptionGroup {
  std::string name;
  std::initializer_list<const char*> options;  // with their dashes
};
// Puts the options into groups, in this order. An option that is named must exist. Another one keeps its group.
void group_options(CLI::App& app, std::initializer_list<OptionGroup> groups);

// Gives `app` and all its subcommands this help, and --help-all to those that have further options.
void set_help(CLI::App& app);

// The first option without its value, or an empty text: one with no text behind its "=", such as "--data=" of an unset
// variable, or one in front of another option, such as "--data --memory". CLI11 would take the next word as the value.
// `app` has the options of the words, or the subcommands that they begin with. Words behind "--" are not options.
std::string option_without_value(const CLI::App& app, const std::vector<std::string>& words);

// The known word that a misspelt one probably means, or an empty text. A third of the characters may differ, and two of
// a short word.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

// The text of a failed parse: the fault, and the nearest known word in place of an unknown subcommand or option.
// `chosen` is the last subcommand that was found.
std::string failure_text(const CLI::App& chosen, const CLI::Error& error);

}  // namespace partita::tools
