#include "modelling/read/cli/cli_command.h"

namespace partita::modelling {
namespace {

class ShellSplitter {
 public:
  explicit ShellSplitter(std::string_view line) : line_(line) {}

  std::optional<ShellWords> split() {
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        end_word();
        ++at_;
      } else if (c == '&' || c == '|' || c == ';') {
        result_.rest = line_.substr(at_);
        break;
      } else if (!take()) {
        return std::nullopt;
      }
    }
    end_word();
    return std::move(result_);
  }

 private:
  bool take() {
    in_word_ = true;
    const char c = line_[at_++];
    if (c == '\'') {
      const std::size_t close = line_.find('\'', at_);
      if (close == line_.npos) return false;
      word_.append(line_.substr(at_, close - at_));
      at_ = close + 1;
    } else if (c == '"') {
      return take_double_quoted();
    } else if (c == '\\' && at_ < line_.size()) {
      if (line_[at_] == '\n')
        in_word_ = !word_.empty();
      else
        word_.push_back(line_[at_]);
      ++at_;
    } else {
      word_.push_back(c);
    }
    return true;
  }

  bool take_double_quoted() {
    for (; at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (c == '"') return ++at_, true;
      const bool escapes = c == '\\' && at_ + 1 < line_.size();
      if (escapes && std::string_view("\"\\$`").find(line_[at_ + 1]) != std::string_view::npos) {
        word_.push_back(line_[++at_]);
      } else if (escapes && line_[at_ + 1] == '\n') {
        ++at_;
      } else {
        word_.push_back(c);
      }
    }
    return false;
  }

  void end_word() {
    if (in_word_) result_.words.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  const std::string_view line_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;
  ShellWords result_;
};

}  // namespace

std::optional<ShellWords> split_shell(std::string_view line) { return ShellSplitter(line).split(); }

std::optional<CliCommand> parse_cli(std::string_view line) {
  auto split = split_shell(line);
  if (!split || split->words.empty() || split->words.front() != "aws") return std::nullopt;
  CliCommand command{.rest = std::move(split->rest)};
  std::vector<std::string> plain;
  const std::vector<std::string>& words = split->words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      plain.push_back(words[i]);
      continue;
    }
    const std::size_t equals = words[i].find('=');
    const std::string name = words[i].substr(2, equals == std::string::npos ? std::string::npos : equals - 2);
    std::string& value = command.options[name];
    if (equals != std::string::npos)
      value = words[i].substr(equals + 1);
    else if (i + 1 < words.size() && !words[i + 1].starts_with("--"))
      value = words[++i];
    // Shorthand lists are several words.
    while (i + 1 < words.size() && !words[i + 1].starts_with("--") && !plain.empty() && plain.back() != "dynamodb")
      value += " " + words[++i];
  }
  if (plain.size() < 2 || plain[0] != "dynamodb") return std::nullopt;
  command.operation = plain[1];
  return command;
}

}  // namespace partita::modelling
