#include "mcp/model_call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/try.h"

namespace partita::tools {
namespace {

struct ReadingOption {
  enum class Value : std::uint8_t { Absent, Text, Path };
  std::string_view name;
  Value value;
  std::string_view subcommand = {};  // empty: all subcommands that take one model
};
using Value = ReadingOption::Value;

constexpr ReadingOption kReadingOptions[] = {
    {"--format", Value::Text},
    {"--stage", Value::Text},
    {"--param", Value::Text},
    {"--table", Value::Text, "lint"},
    {"--table", Value::Text, "show"},
    {"--table", Value::Text, "cost"},
    {"--table", Value::Text, "simulate"},
    {"--table", Value::Text, "run"},
    {"--table", Value::Text, "export"},
    {"--fail-on", Value::Text, "lint"},
    {"--leave-out", Value::Text, "lint"},
    {"--explain", Value::Text, "lint"},
    {"--rules", Value::Absent, "lint"},
    {"--limit", Value::Text, "ask"},
    {"--table-prefix", Value::Text, "ask"},
    {"--prices", Value::Path, "cost"},
    {"--region", Value::Text, "cost"},
    {"--utilization", Value::Text, "cost"},
    {"--backups", Value::Text, "cost"},
    {"--stream-reads", Value::Text, "cost"},
    {"--changes", Value::Text, "cost"},
    {"--workload", Value::Path, "simulate"},
    {"--seconds", Value::Text, "simulate"},
    {"--keys", Value::Text, "simulate"},
    {"--seed", Value::Text, "simulate"},
    {"--burst", Value::Text, "simulate"},
    {"--split-after", Value::Text, "simulate"},
    {"--established", Value::Absent, "simulate"},
    {"--no-proposals", Value::Absent, "simulate"},
    {"--items", Value::Text, "run"},
    {"--show", Value::Text, "run"},
    {"--requests", Value::Absent, "run"},
    {"--table-prefix", Value::Text, "run"},
    {"--seconds", Value::Text, "design"},
    {"--prices", Value::Path, "design"},
    {"--region", Value::Text, "design"},
    {"--tables", Value::Text, "design"},
    {"--beside", Value::Path, "design"},
    {"--format", Value::Text, "diff"},
    {"--stage", Value::Text, "diff"},
    {"--param", Value::Text, "diff"},
    {"--table", Value::Text, "diff"},
    {"--region", Value::Text, "diff"},
    {"--fail-on", Value::Text, "diff"},
    {"--strict", Value::Absent, "export"},
};

std::vector<ReadingOption> options_of(std::string_view subcommand) {
  const bool takes_one_model = subcommand != "design" && subcommand != "diff";
  std::vector<ReadingOption> out;
  std::ranges::copy_if(kReadingOptions, std::back_inserter(out), [&](const ReadingOption& one) {
    return one.subcommand == subcommand || (one.subcommand.empty() && takes_one_model);
  });
  return out;
}

std::string not_taken(std::string_view subcommand, std::string_view word) {
  std::vector<std::string_view> names;
  for (const ReadingOption& one : options_of(subcommand)) names.push_back(one.name);
  return fmt::format("'{}' is not an option that an agent may give to {}; these are: {}", word, subcommand,
                     fmt::join(names, ", "));
}

// Whether the path, without its symbolic links, is `directory` or below it.
bool is_in(const std::string& path, const std::string& directory) {
  namespace files = std::filesystem;
  std::error_code error;
  const files::path inner = files::canonical(path, error);
  if (error) return false;
  const files::path outer = files::canonical(directory, error);
  if (error) return false;
  return std::ranges::mismatch(outer, inner).in1 == outer.end();
}

}  // namespace

expected<std::string, std::string> checked_path(const std::string& path, const std::string& below) {
  namespace files = std::filesystem;
  std::error_code error;
  // Before anything else, so that the answer does not tell which files exist elsewhere.
  if (!below.empty() && !is_in(path, below)) return unexpected(fmt::format("{} is not a file below {}", path, below));
  const files::file_status status = files::status(path, error);
  if (!files::exists(status)) return unexpected(fmt::format("there is no file {}", path));
  if (!files::is_regular_file(status) && !files::is_directory(status))
    return unexpected(fmt::format("{} is neither a file nor a directory", path));
  const files::path absolute = below.empty() ? files::absolute(path, error) : files::canonical(path, error);
  if (error) return unexpected(fmt::format("{} cannot be read: {}", path, error.message()));
  return absolute.string();
}

expected<CheckedOptions, std::string> checked_options(std::string_view subcommand,
                                                      const std::vector<std::string>& given, const std::string& below) {
  const std::vector<ReadingOption> known = options_of(subcommand);
  CheckedOptions out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::size_t equals = given[i].find('=');
    const std::string name = given[i].substr(0, equals);
    const auto option = std::ranges::find(known, std::string_view(name), &ReadingOption::name);
    if (option == known.end()) return unexpected(not_taken(subcommand, given[i]));
    if (option->value == Value::Absent) {
      if (equals != name.npos) return unexpected(fmt::format("{} takes no value", name));
      out.words.push_back(name);
      continue;
    }
    if (equals == given[i].npos && ++i == given.size()) return unexpected(fmt::format("{} needs a value", name));
    std::string value = equals == name.npos ? given[i] : given[i].substr(equals + 1);
    if (value.empty()) return unexpected(fmt::format("{} needs a value", name));
    if (option->value == Value::Path) {
      PARTITA_TRY_VALUE(path, checked_path(value, below));
      out.files.push_back(path);
      value = std::move(path);
    }
    out.words.push_back(name + "=" + value);
  }
  return out;
}

}  // namespace partita::tools
