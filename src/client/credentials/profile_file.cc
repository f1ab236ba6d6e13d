#include "client/credentials/profile_file.h"

#include "base/text.h"

namespace partita::client {
namespace {

// A comment in a line begins after a blank, because a secret may contain '#'.
std::string_view without_comment(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((text[i] == '#' || text[i] == ';') && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t'))
      return text.substr(0, i);
  return text;
}

// Quotes and repeated blanks do not count. For example, "profile   a" and "profile \"a\"" are both "profile a".
std::string section_name(std::string_view text) {
  std::string name;
  for (const char c : base::trimmed(text)) {
    if (c == '"' || c == '\'') continue;
    const bool blank = c == ' ' || c == '\t';
    if (!blank)
      name.push_back(c);
    else if (!name.ends_with(' '))
      name.push_back(' ');
  }
  return name;
}

}  // namespace

std::map<std::string, Settings> parse_profile_file(std::string_view text) {
  std::map<std::string, Settings> sections;
  Settings* section = nullptr;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view raw = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool indented = raw.starts_with(' ') || raw.starts_with('\t');
    const std::string_view line = base::trimmed(without_comment(raw));
    if (line.empty() || indented) continue;
    if (line.front() == '[') {
      section = line.back() == ']' ? &sections[section_name(line.substr(1, line.size() - 2))] : nullptr;
      continue;
    }
    const auto equals = line.find('=');
    if (section == nullptr || equals == line.npos) continue;
    (*section)[base::lower(base::trimmed(line.substr(0, equals)))] = base::trimmed(line.substr(equals + 1));
  }
  return sections;
}

}  // namespace partita::client
