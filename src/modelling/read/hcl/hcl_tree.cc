#include "modelling/read/hcl/hcl_tree.h"

#include <fmt/format.h>

#include "documents/whole_text.h"
#include "modelling/read/hcl/hcl_parser.h"

namespace partita::modelling::hcl {

Result<Section> Parser::parse_file() {
  Section file{.place = here()};
  PARTITA_TRY(parse_body(file, Ends::AtEndOfText));
  return file;
}

Result<void> Parser::parse_body(Section& into, Ends ends) {
  const Level level(depth_);
  if (depth_ > kDeepestExpression) return fault_here("the blocks are nested too deeply");
  for (;;) {
    cursor_.skip_blanks(Cursor::Newlines::Skip);
    if (cursor_.at_end()) {
      if (ends == Ends::AtEndOfText) return {};
      return fault(into.place, fmt::format("the block {} has no end; a '}}' is missing", into.type));
    }
    if (ends == Ends::AtBrace && cursor_.take('}')) return {};
    PARTITA_TRY(parse_entry(into));
  }
}

Result<void> Parser::parse_entry(Section& into) {
  const Place place = here();
  const std::string name = cursor_.take_name();
  if (name.empty()) return fault_here(fmt::format("an argument or a block is expected here, not '{}'", cursor_.peek()));
  cursor_.skip_blanks(Cursor::Newlines::Keep);
  if (cursor_.peek() == '=' && cursor_.peek(1) != '=') {
    cursor_.take('=');
    PARTITA_TRY_VALUE(value, parse_expression());
    into.attributes.push_back({name, std::move(value), place});
    return {};
  }
  Section section{.type = name, .place = place};
  while (!cursor_.take('{')) {
    std::string label = cursor_.take_name();
    if (label.empty() && cursor_.peek() == '"') {
      PARTITA_TRY_VALUE(text, parse_quoted());
      for (const Expression& part : text.parts) label += part.text;
    } else if (label.empty()) {
      return fault_here(fmt::format("'=' or '{{' is expected behind {}", name));
    }
    section.labels.push_back(std::move(label));
    cursor_.skip_blanks(Cursor::Newlines::Keep);
  }
  PARTITA_TRY(parse_body(section, Ends::AtBrace));
  into.sections.push_back(std::move(section));
  return {};
}

const Attribute* Section::attribute(std::string_view name) const {
  for (const Attribute& one : attributes)
    if (one.name == name) return &one;
  return nullptr;
}

Result<Expression> read_template(std::string_view text, const Place& place) {
  return Parser(text, place.file ? *place.file : std::string()).parse_template(place.line);
}

Result<Section> read_hcl(std::string_view text, const std::string& path) {
  return Parser(documents::without_byte_order_mark(text), path).parse_file();
}

}  // namespace partita::modelling::hcl
