#include "modelling/read/template_text.h"

#include <algorithm>

namespace partita::modelling {

std::vector<std::string> template_fields(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == text.npos) break;
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const std::string name(inside.substr(0, inside.find(':')));
    if (!name.empty() && name.find('{') == name.npos && std::ranges::find(fields, name) == fields.end())
      fields.push_back(name);
  }
  return fields;
}

std::vector<std::string> template_fields(const std::vector<std::string>& texts) {
  std::vector<std::string> fields;
  for (const std::string& text : texts)
    for (std::string& field : template_fields(text))
      if (std::ranges::find(fields, field) == fields.end()) fields.push_back(std::move(field));
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

}  // namespace partita::modelling
