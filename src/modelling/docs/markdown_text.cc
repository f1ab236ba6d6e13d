#include <algorithm>
#include <string>

#include "modelling/docs/markdown.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling::docs {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*{}[]<>#|~&$^\"!@";
  const std::string shown = printable(text);
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    const bool inside = i > 0 && i + 1 < shown.size() && is_word(shown[i - 1]) && is_word(shown[i + 1]);
    // A list or heading may begin with these.
    const bool at_begin = i == 0 && (c == '-' || c == '+' || c == '=' || c == ':');
    const bool numbers_list = (c == '.' || c == ')') && i > 0 && i < 10 &&
                              (i + 1 == shown.size() || shown[i + 1] == ' ') &&
                              std::all_of(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(i),
                                          [](char d) { return d >= '0' && d <= '9'; });
    if (kMarks.find(c) != kMarks.npos || (c == '_' && !inside) || at_begin || numbers_list) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  if (text.empty()) return {};
  std::string shown;
  for (const char c : printable(text)) shown += c == '|' ? std::string("\\|") : std::string(1, c);
  std::size_t longest = 0, run = 0;
  for (const char c : shown) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  const bool touches = shown.front() == '`' || shown.back() == '`' || shown.front() == ' ' || shown.back() == ' ';
  return fence + (touches ? " " : "") + shown + (touches ? " " : "") + fence;
}

}  // namespace partita::modelling::docs
