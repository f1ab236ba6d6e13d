#include "help.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/nearest_name.h"

namespace partita::tools {
namespace {

bool is_further(std::string_view group) { return group.starts_with(kFurther); }

bool has_further(const CLI::App& app) {
  const auto groups = app.get_groups();
  return std::ranges::any_of(groups, is_further);
}

class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    shows_all_ = mode == CLI::AppFormatMode::All;
    return CLI::Formatter::make_help(app, name, mode);
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    if (is_further(group)) {
      if (!shows_all_) return {};
      group.erase(0, kFurther.size());
      group.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(group.front())));
    }
    return CLI::Formatter::make_group(group, is_positional, options);
  }

  std::string make_footer(const CLI::App* app) const override {
    std::string footer = CLI::Formatter::make_footer(app);
    if (shows_all_ || !has_further(*app)) return footer;
    return "\nAll options, with the rarer ones: --help-all\n" + footer;
  }

 private:
  mutable bool shows_all_ = false;
};

std::size_t most_changes(std::size_t name, std::size_t known) {
  return std::max<std::size_t>(2, std::max(name, known) / 3);
}

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) out.push_back(one->get_name());
  return out;
}

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::Option* option : app.get_options([](const CLI::Option* one) { return !one->get_group().empty(); }))
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  return out;
}

std::string with_nearest(std::string text, const std::string& near) {
  return near.empty() ? text : text + "; did you mean '" + near + "'?";
}

}  // namespace

std::string option_without_value(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* of = &app;  // the subcommand that has the options of the next words
  const auto option = [&of](const std::string& word) {
    return word.starts_with("--") ? of->get_option_no_throw(word.substr(0, word.find('='))) : nullptr;
  };
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    if (word.starts_with("--") && word.find('=') == word.size() - 1) return word;
    const auto subcommands = of->get_subcommands([&word](const CLI::App* one) { return one->get_name() == word; });
    if (!subcommands.empty()) of = subcommands.front();
    const CLI::Option* const found = option(word);
    const bool takes_next = found && found->get_items_expected_min() > 0 && word.find('=') == word.npos;
    if (takes_next && i + 1 < words.size() && option(words[i + 1])) return word;
  }
  return {};
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return std::string(base::nearest_name(word, views, most_changes));
}

void group_options(CLI::App& app, std::initializer_list<OptionGroup> groups) {
  for (const OptionGroup& group : groups)
    for (const char* name : group.options) {
      CLI::Option* const option = app.get_option_no_throw(name);
      PARTITA_CHECK(option != nullptr);
      option->group(group.name);
    }
}

void set_help(CLI::App& app) {
  app.formatter(std::make_shared<Help>());
  if (has_further(app)) app.set_help_all_flag("--help-all", "print this help with all options and exit");
  for (CLI::App* one : app.get_subcommands([](CLI::App*) { return true; })) set_help(*one);
}

std::string failure_text(const CLI::App& chosen, const CLI::Error& error) {
  const std::vector<std::string> left = chosen.remaining();
  if (left.empty()) return error.what();
  const std::string& word = left.front();
  if (word.starts_with("--")) {
    const std::string name = word.substr(0, word.find('='));
    return with_nearest("there is no option '" + name + "'", nearest_word(name, names_of_options(chosen)));
  }
  const std::vector<std::string> known = names_of_subcommands(chosen);
  if (known.empty() || word.starts_with('-')) return error.what();
  return with_nearest("there is no subcommand '" + word + "'", nearest_word(word, known));
}

}  // namespace partita::tools
