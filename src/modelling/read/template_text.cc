#include "modelling/read/template_text.h"

#include <algorithm>

#include "base/contains.h"

namespace partita::modelling {

std::vector<std::string> template_fields(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == text.npos) break;
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const std::string name(inside.substr(0, inside.find(':')));
    if (!name.empty() && name.find('{') == name.npos && !base::contains(fields, name)) fields.push_back(name);
  }
  return fields;
}

std::vector<std::string> template_fields(const std::vector<std::string>& texts) {
  std::vector<std::string> fields;
  for (const std::string& text : texts)
    for (std::string& field : template_fields(text))
      if (!base::contains(fields, field)) fields.push_back(std::move(field));
  return fields;
}

std::string_view sole_field(std::string_view text) {
  if (text.size() < 3 || text.front() != '{' || text.find('}') != text.size() - 1) return {};
  const std::string_view inside = text.substr(1, text.size() - 2);
  return inside.find_first_of("{:") == inside.npos ? inside : std::string_view();
}

std::string replace_field(std::string_view text, std::string_view field, std::string_view replacement) {
  const std::string sought = "{" + std::string(field) + "}";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(sought, at), text.size());
    result.append(text.substr(at, found - at));
    if (found == text.size()) break;
    result.append(replacement);
    at = found + sought.size();
  }
  return result;
}

TemplateMatch match_template(std::string_view pattern, std::string_view text, TextIs is) {
  const bool beginning = is == TextIs::Beginning;
  TemplateMatch match;
  while (!pattern.empty()) {
    if (pattern.front() != '{') {
      const std::string_view literal = pattern.substr(0, pattern.find('{'));
      if (beginning && literal.starts_with(text)) return match.fits = true, match;
      if (!text.starts_with(literal)) return match;
      pattern.remove_prefix(literal.size());
      text.remove_prefix(literal.size());
      continue;
    }
    const std::size_t close = pattern.find('}');
    if (close == pattern.npos) return match;
    const std::string_view inside = pattern.substr(1, close - 1);
    std::string field(inside.substr(0, inside.find(':')));
    pattern.remove_prefix(close + 1);
    const std::string_view next = pattern.substr(0, pattern.find('{'));
    const std::size_t end = next.empty() ? text.npos : text.find(next);
    const std::string_view value = text.substr(0, end);
    if (beginning && (end == text.npos || value.empty())) {
      match.partial = std::move(field);
      match.fits = value.find('#') == value.npos;
      return match;
    }
    if (value.empty() || (end == text.npos && !pattern.empty())) return match;
    if (pattern.empty() && value.find('#') != value.npos && !match.whole.empty()) return match;
    match.whole.push_back(std::move(field));
    text.remove_prefix(value.size());
  }
  match.fits = text.empty();
  return match;
}

}  // namespace partita::modelling
