// Texts of HCL, which may hold expressions.
#include "modelling/read/hcl_parser.h"

namespace partita::modelling::hcl {

Result<Expression> Parser::parse_template(int line) {
  first_line_ = line;
  Expression text{.kind = Expression::Kind::Text, .place = here()};
  PARTITA_TRY(take_all_text(text));
  if (text.parts.size() != 1) return text;
  Expression only = std::move(text.parts.front());
  only.place = text.place;
  return only;
}

Result<Expression> Parser::parse_quoted() {
  const Place place = here();
  cursor_.take('"');
  Expression text{.kind = Expression::Kind::Text, .place = place};
  std::string literal;
  for (;;) {
    if (cursor_.at_end() || cursor_.peek() == '\n') return fault(place, "the text has no closing quote");
    if (cursor_.take('"')) break;
    if (cursor_.peek() == '\\') {
      if (!cursor_.take_escape(literal)) return fault_here("an unknown escape in a text; write \\\\ for a backslash");
    } else {
      PARTITA_TRY(take_text(text, literal));
    }
  }
  add_literal(text, literal);
  return text;
}

// One character of a text, or ${...}.
Result<void> Parser::take_text(Expression& text, std::string& literal) {
  const bool doubled =
      (cursor_.peek() == '$' || cursor_.peek() == '%') && cursor_.peek(1) == cursor_.peek() && cursor_.peek(2) == '{';
  if (doubled) {
    literal += cursor_.take_any();
    cursor_.take_any();
    literal += cursor_.take_any();
    return {};
  }
  if ((cursor_.peek() != '$' && cursor_.peek() != '%') || cursor_.peek(1) != '{') {
    literal += cursor_.take_any();
    return {};
  }
  add_literal(text, literal);
  const Place place = here();
  if (cursor_.peek() == '%') return fault(place, "directives such as %{ if } are not read; write the text out");
  cursor_.take_any();
  cursor_.take_any();
  const Lines inside(newlines_, Cursor::Newlines::Skip);
  const bool trims = cursor_.take('~');
  PARTITA_TRY_VALUE(value, parse_expression());
  cursor_.skip_blanks(Cursor::Newlines::Skip);
  if (trims || cursor_.take('~')) return fault(place, "the marks ~ in ${~ } are not read; write the text out");
  if (!cursor_.take('}')) return fault(place, "a ${ has no closing brace");
  text.parts.push_back(std::move(value));
  return {};
}

void Parser::add_literal(Expression& text, std::string& literal) {
  if (!literal.empty()) text.parts.push_back({.kind = Expression::Kind::Scalar, .text = std::move(literal)});
  literal.clear();
}

Result<Expression> Parser::parse_heredoc() {
  const Place place = here();
  const auto heredoc = cursor_.take_heredoc();
  if (!heredoc) return fault(place, "the text that begins with << has no end");
  Expression text{.kind = Expression::Kind::Text, .place = place};
  Parser inside(heredoc->text, *file_);
  inside.first_line_ = place.line + 1;
  inside.depth_ = depth_;
  PARTITA_TRY(inside.take_all_text(text));
  return text;
}

Result<void> Parser::take_all_text(Expression& text) {
  std::string literal;
  while (!cursor_.at_end()) PARTITA_TRY(take_text(text, literal));
  add_literal(text, literal);
  return {};
}

}  // namespace partita::modelling::hcl
