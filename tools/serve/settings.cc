#include "settings.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/try.h"
#include "documents/whole_text.h"
#include "help.h"

namespace partita::tools {
namespace {

constexpr const char* kCommandLine = "command line";
// Of all options, these two are about the command line itself.
const std::set<std::string> kNotSettings = {"help", "help-all", "config"};

std::vector<std::string> names_of(const CLI::App& serve) {
  std::vector<std::string> out;
  for (const CLI::Option* option : serve.get_options([](const CLI::Option* one) { return !one->get_group().empty(); }))
    for (const std::string& name : option->get_lnames())
      if (!kNotSettings.contains(name)) out.push_back(name);
  return out;
}

bool is_flag(const CLI::App& serve, const std::string& name) {
  const CLI::Option* const option = serve.get_option_no_throw("--" + name);
  return option != nullptr && option->get_items_expected_max() == 0;
}

bool is_known(const CLI::App& serve, const std::string& name) {
  return !kNotSettings.contains(name) && serve.get_option_no_throw("--" + name) != nullptr;
}

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// A value as a line of a file has it: in quotes, or up to a comment, which begins with # after a space.
std::string value_in(std::string_view text) {
  const std::string given = trimmed(text);
  if (given.starts_with('"'))
    if (const auto end = given.find('"', 1); end != given.npos) {
      const std::string rest = trimmed(std::string_view(given).substr(end + 1));
      if (rest.empty() || rest.starts_with('#')) return given.substr(1, end - 1);
    }
  for (auto at = given.find('#'); at != given.npos; at = given.find('#', at + 1))
    if (at == 0 || given[at - 1] == ' ' || given[at - 1] == '\t') return trimmed(std::string_view(given).substr(0, at));
  return given;
}

std::string unknown(const CLI::App& serve, const std::string& name, const std::string& place) {
  const std::string near = nearest_word(name, names_of(serve));
  return fmt::format("{}: partita serve has no option '{}'{}", place, name,
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

class FileReader {
 public:
  FileReader(const CLI::App& serve, std::string path) : serve_(serve), path_(std::move(path)) {}

  expected<std::vector<Setting>, std::string> read() {
    std::ifstream file(path_);
    // A stream of a directory opens, and has no lines.
    if (std::filesystem::is_directory(path_))
      return unexpected(fmt::format("the configuration file {} is a directory", path_));
    if (!file) return unexpected(fmt::format("the configuration file {} cannot be read", path_));
    std::vector<Setting> out;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      const std::string text = trimmed(number == 1 ? documents::without_byte_order_mark(line) : line);
      if (text.empty() || text.front() == '#') continue;
      PARTITA_TRY_VALUE(setting, read_line(text, fmt::format("{}:{}", path_, number)));
      const auto same = std::ranges::find(out, setting.name, &Setting::name);
      if (same != out.end())
        return unexpected(fmt::format("{}: {} is set at {} already", setting.source, setting.name, same->source));
      out.push_back(std::move(setting));
    }
    return out;
  }

 private:
  expected<Setting, std::string> read_line(const std::string& text, const std::string& place) const {
    const auto equals = text.find('=');
    if (equals == text.npos) return unexpected(fmt::format("{}: a line is NAME = VALUE, such as port = 8000", place));
    std::string name = trimmed(std::string_view(text).substr(0, equals));
    std::string value = value_in(std::string_view(text).substr(equals + 1));
    if (!is_known(serve_, name)) return unexpected(unknown(serve_, name, place));
    return Setting{std::move(name), std::move(value), place};
  }

  const CLI::App& serve_;
  const std::string path_;
};

// A flag of the environment or the file: true or false.
expected<void, std::string> check_flag(const CLI::App& serve, const Setting& setting) {
  if (!is_flag(serve, setting.name) || setting.value == "true" || setting.value == "false") return {};
  return unexpected(fmt::format("{}: {} is true or false", setting.source, setting.name));
}

bool sets(const std::vector<Setting>& settings, const std::string& name) {
  return std::ranges::find(settings, name, &Setting::name) != settings.end();
}

std::vector<Setting> of_command_line(const CLI::App& serve, std::span<const std::string> given) {
  std::vector<Setting> out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i].starts_with("--")) continue;
    const auto equals = given[i].find('=');
    const std::string name = given[i].substr(2, equals == std::string::npos ? std::string::npos : equals - 2);
    std::string value = equals != std::string::npos ? given[i].substr(equals + 1)
                        : is_flag(serve, name)      ? "true"
                        : i + 1 < given.size()      ? given[++i]
                                                    : "";
    out.push_back({name, std::move(value), kCommandLine});
  }
  return out;
}

}  // namespace

std::optional<std::string> environment_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> unknown_variables(const CLI::App& serve) {
  constexpr std::string_view kBegin = "PARTITA_", kOfTests = "PARTITA_TEST_";
  // Those of the packages: the fixtures, the unit of the service, and install.sh.
  std::vector<std::string> known = {"PARTITA_CONFIG", "PARTITA_COMMAND", "PARTITA_OPTIONS", "PARTITA_RELEASE_URL"};
  for (const std::string& name : names_of(serve)) known.push_back(variable_of(name));
  std::vector<std::string> out;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view text = *one;
    const std::string name(text.substr(0, text.find('=')));
    if (!name.starts_with(kBegin) || name.starts_with(kOfTests)) continue;
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string near = nearest_word(name, known);
    out.push_back(near.empty() ? name : fmt::format("{}; did you mean {}?", name, near));
  }
  return out;
}

std::string with_source(std::string fault, const std::vector<Setting>& settings) {
  for (const Setting& one : settings)
    if (fault.starts_with("--" + one.name + ":") && one.source != kCommandLine)
      return fmt::format("{} ({})", fault, one.source);
  return fault;
}

std::string variable_of(const std::string& option) {
  std::string out = "PARTITA_" + option;
  for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

expected<std::vector<Setting>, std::string> settings_of(const CLI::App& serve, std::span<const std::string> given,
                                                        const Environment& environment) {
  std::vector<Setting> out = of_command_line(serve, given);
  std::string path = environment(variable_of("config")).value_or("");
  if (std::ranges::count(out, "config", &Setting::name) > 1)
    return unexpected(std::string("--config is given twice; one file has all settings"));
  if (const auto named = std::ranges::find(out, "config", &Setting::name); named != out.end()) {
    path = named->value;
    out.erase(named);
  }
  // The place of the data is one setting with two names.
  const auto is_decided = [&](const std::string& name) {
    return sets(out, name) || (name == "data" && value_of(out, "memory") == "true") ||
           (name == "memory" && sets(out, "data"));
  };
  std::vector<Setting> found;
  for (const std::string& name : names_of(serve))
    // A variable without a text is one that is not set: compose files give such for those that the host lacks.
    if (const auto value = environment(variable_of(name)); value && !value->empty() && !is_decided(name))
      found.push_back({name, *value, variable_of(name)});
  out.insert(out.end(), found.begin(), found.end());
  if (!path.empty()) {
    PARTITA_TRY_VALUE(lines, FileReader(serve, path).read());
    found.clear();
    for (Setting& line : lines) {
      if (line.value.empty())
        return unexpected(fmt::format("{}: {} has no value; leave the line out", line.source, line.name));
      if (!is_decided(line.name)) found.push_back(std::move(line));
    }
    out.insert(out.end(), found.begin(), found.end());
  }
  for (const Setting& setting : out)
    if (setting.source != kCommandLine) PARTITA_TRY(check_flag(serve, setting));
  return out;
}

std::vector<std::string> arguments_of(std::span<const std::string> given, const std::vector<Setting>& settings,
                                      const CLI::App& serve) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    constexpr std::string_view kFalse = "=false";
    const bool is_false_flag = given[i].starts_with("--") && given[i].ends_with(kFalse) &&
                               is_flag(serve, given[i].substr(2, given[i].size() - 2 - kFalse.size()));
    if (given[i] == "--config")
      ++i;
    else if (!given[i].starts_with("--config=") && !is_false_flag)
      out.push_back(given[i]);
  }
  for (const Setting& setting : settings) {
    if (setting.source == kCommandLine) continue;
    if (!is_flag(serve, setting.name))
      out.push_back("--" + setting.name + "=" + setting.value);
    else if (setting.value == "true")
      out.push_back("--" + setting.name);
  }
  return out;
}

}  // namespace partita::tools
