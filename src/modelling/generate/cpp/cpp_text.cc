#include <fmt/format.h>
#include <fmt/ranges.h>

#include "modelling/generate/cpp/cpp_parts.h"

namespace partita::modelling {
namespace {

constexpr std::size_t kLineBytes = 118;

}  // namespace

std::string cpp_arguments(const std::string& head, const std::vector<std::string>& arguments, const std::string& tail,
                          std::size_t indent) {
  std::string line = fmt::format("{}{}{}", head, fmt::join(arguments, ", "), tail);
  if (line.size() <= kLineBytes) return line;
  const std::string between = ",\n" + std::string(indent, ' ');
  return fmt::format("{}\n{}{}{}", head, std::string(indent, ' '), fmt::join(arguments, between), tail);
}

std::string cpp_comment(std::string_view text) {
  std::string out;
  std::string line = "//";
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (line.size() + 1 + word.size() > kLineBytes && line.size() > 2) {
      out += line + '\n';
      line = "//";
    }
    line += ' ' + word;
    word.clear();
  };
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f)
      end_word();
    else
      word += c;
  }
  end_word();
  // A backslash at the end of a comment would continue it.
  if (line.ends_with('\\')) line += '.';
  return out + line + '\n';
}

}  // namespace partita::modelling
