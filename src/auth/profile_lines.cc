#include "auth/profile_lines.h"

#include <algorithm>

#include "base/text.h"

namespace partita::auth {
namespace {

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

ProfileLine parse_line(std::string_view line) {
  ProfileLine parsed;
  if (line.front() == '[') {
    parsed.kind = line.back() == ']' ? ProfileLine::Kind::Section : ProfileLine::Kind::OpenSection;
    if (parsed.kind == ProfileLine::Kind::Section) parsed.name = section_name(line.substr(1, line.size() - 2));
    return parsed;
  }
  const auto equals = line.find('=');
  if (equals == line.npos) return parsed;
  parsed.kind = ProfileLine::Kind::Setting;
  parsed.name = base::lower(base::trimmed(line.substr(0, equals)));
  parsed.value = base::trimmed(line.substr(equals + 1));
  return parsed;
}

}  // namespace

void for_each_profile_line(std::string_view text, const std::function<void(const ProfileLine&)>& each) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view raw = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view line = base::trimmed(without_comment(raw));
    if (line.empty()) continue;
    ProfileLine parsed;
    if (raw.starts_with(' ') || raw.starts_with('\t'))
      parsed.kind = ProfileLine::Kind::Nested;
    else
      parsed = parse_line(line);
    parsed.number = number;
    each(parsed);
  }
}

}  // namespace partita::auth
