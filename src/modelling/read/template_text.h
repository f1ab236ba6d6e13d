// Key templates as texts, "ORDER#{created}#{id:019d}", as every reader gives them to the model. They may be wrong: the
// proof tells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

// The fields in the template's braces, without their formats, each once.
std::vector<std::string> template_fields(std::string_view text);
// The same for several templates after each other.
std::vector<std::string> template_fields(const std::vector<std::string>& texts);

// The field, if the template consists of this field without a format; else an empty text.
std::string_view sole_field(std::string_view text);

// The template with `replacement` in place of each "{field}".
std::string replace_field(std::string_view text, std::string_view field, std::string_view replacement);

// How a text fits a template.
struct TemplateMatch {
  bool fits = false;
  std::vector<std::string> whole = {};  // the fields whose whole value the text has
  std::string partial = {};             // the field in whose value, or before whose value, the text ends
};

// Whether the text is one that the template makes, "ORDER#2026#7", or the beginning of one.
enum class TextIs : std::uint8_t { Whole, Beginning };
TemplateMatch match_template(std::string_view pattern, std::string_view text, TextIs is);

}  // namespace partita::modelling
