// Texts of HCL, which may hold expressions ${...} and directives %{ if ... } and %{ for ... }.
#include <algorithm>

#include "modelling/read/hcl/hcl_parser.h"

namespace partita::modelling::hcl {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

}  // namespace

Result<Expression> Parser::parse_template(int line) {
  first_line_ = line;
  Pieces pieces;
  pieces.text.place = here();
  PARTITA_TRY_VALUE(end, take_pieces(pieces, here()));
  if (end != TextEnd::EndOfText) return fault(pieces.text.place, "a directive %{ ends that does not begin");
  Expression text = std::move(pieces.text);
  if (text.parts.size() != 1) return text;
  Expression only = std::move(text.parts.front());
  only.place = text.place;
  return only;
}

Result<Expression> Parser::parse_quoted() {
  const Place place = here();
  cursor_.take('"');
  Pieces pieces{.is_quoted = true};
  pieces.text.place = place;
  PARTITA_TRY_VALUE(end, take_pieces(pieces, place));
  if (end != TextEnd::Quote) return fault(place, "a directive %{ ends that does not begin");
  return std::move(pieces.text);
}

Result<Expression> Parser::parse_heredoc() {
  const Place place = here();
  const auto heredoc = cursor_.take_heredoc();
  if (!heredoc) return fault(place, "the text that begins with << has no end");
  Parser inside(heredoc->text, *file_);
  inside.first_line_ = place.line + 1;
  inside.depth_ = depth_;
  Pieces pieces;
  pieces.text.place = place;
  PARTITA_TRY_VALUE(end, inside.take_pieces(pieces, place));
  if (end != TextEnd::EndOfText) return fault(place, "a directive %{ ends that does not begin");
  return std::move(pieces.text);
}

Result<Parser::TextEnd> Parser::take_pieces(Pieces& pieces, const Place& begin) {
  const Level level(depth_);
  if (depth_ > kDeepestExpression) return fault_here("the text is nested too deeply");
  for (;;) {
    const char c = cursor_.peek();
    if (cursor_.at_end() || (pieces.is_quoted && c == '\n')) {
      if (pieces.is_quoted) return fault(begin, "the text has no closing quote");
      pieces.add_literal();
      return TextEnd::EndOfText;
    }
    if (pieces.is_quoted && cursor_.take('"')) {
      pieces.add_literal();
      return TextEnd::Quote;
    }
    if (pieces.is_quoted && c == '\\') {
      if (!cursor_.take_escape(pieces.literal))
        return fault_here("an unknown escape in a text; write \\\\ for a backslash");
      continue;
    }
    const bool is_mark = c == '$' || c == '%';
    if (is_mark && cursor_.peek(1) == c && cursor_.peek(2) == '{') {
      pieces.literal += c;
      pieces.literal += '{';
      for (int i = 0; i < 3; ++i) cursor_.take_any();
    } else if (is_mark && cursor_.peek(1) == '{') {
      if (c == '$') {
        PARTITA_TRY(take_interpolation(pieces));
        continue;
      }
      PARTITA_TRY_VALUE(end, take_directive(pieces));
      if (end) return *end;
    } else {
      pieces.literal += cursor_.take_any();
    }
  }
}

Result<void> Parser::take_interpolation(Pieces& pieces) {
  const Place place = here();
  cursor_.take_any();
  cursor_.take_any();
  if (cursor_.take('~')) pieces.trim_before();
  pieces.add_literal();
  const Lines inside(newlines_, Cursor::Newlines::Skip);
  PARTITA_TRY_VALUE(value, parse_expression());
  PARTITA_TRY(take_brace(pieces, place, '$'));
  pieces.text.parts.push_back(std::move(value));
  return {};
}

Result<void> Parser::take_brace(Pieces& pieces, const Place& place, char mark) {
  cursor_.skip_blanks(Cursor::Newlines::Skip);
  pieces.trims = cursor_.take('~');
  if (!cursor_.take('}')) return fault(place, fmt::format("a {}{{ has no closing brace", mark));
  return {};
}

Result<std::optional<Parser::TextEnd>> Parser::take_directive(Pieces& pieces) {
  const Place place = here();
  cursor_.take_any();
  cursor_.take_any();
  if (cursor_.take('~')) pieces.trim_before();
  pieces.add_literal();
  const Lines inside(newlines_, Cursor::Newlines::Skip);
  cursor_.skip_blanks(Cursor::Newlines::Skip);
  const std::string word = cursor_.take_name();
  if (word == "if" || word == "for") {
    PARTITA_TRY_VALUE(whole, word == "if" ? take_if(pieces, place) : take_for(pieces, place));
    pieces.text.parts.push_back(std::move(whole));
    // A text with a directive is a string, even if it has no other part.
    pieces.text.parts.push_back({.kind = Expression::Kind::Literal});
    return std::optional<TextEnd>();
  }
  if (word != "else" && word != "endif" && word != "endfor")
    return fault(place,
                 fmt::format("there is no directive %{{ {} }}; there are if, else, endif, for and endfor", word));
  PARTITA_TRY(take_brace(pieces, place, '%'));
  return std::optional(word == "else" ? TextEnd::Else : word == "endif" ? TextEnd::EndIf : TextEnd::EndFor);
}

Result<Parser::TextEnd> Parser::take_inside(Pieces& around, const Place& begin, Expression& into) {
  Pieces pieces{.trims = around.trims, .is_quoted = around.is_quoted};
  pieces.text.place = begin;
  // The text inside is a string, even if it is one ${...} alone.
  pieces.text.parts.push_back({.kind = Expression::Kind::Literal});
  PARTITA_TRY_VALUE(end, take_pieces(pieces, begin));
  around.trims = pieces.trims;
  into = std::move(pieces.text);
  return end;
}

Result<Expression> Parser::take_if(Pieces& pieces, const Place& place) {
  Expression choice{.kind = Expression::Kind::Conditional, .place = place};
  PARTITA_TRY_VALUE(condition, parse_expression());
  PARTITA_TRY(take_brace(pieces, place, '%'));
  choice.parts.push_back(std::move(condition));
  choice.parts.resize(3, Expression{.kind = Expression::Kind::Literal, .place = place});
  PARTITA_TRY_VALUE(end, take_inside(pieces, place, choice.parts[1]));
  if (end == TextEnd::Else) {
    PARTITA_TRY_VALUE(last, take_inside(pieces, place, choice.parts[2]));
    end = last;
  }
  if (end != TextEnd::EndIf) return fault(place, "the directive %{ if } has no %{ endif }");
  return choice;
}

Result<Expression> Parser::take_for(Pieces& pieces, const Place& place) {
  Expression loop{.kind = Expression::Kind::For, .text = "text", .place = place};
  do {
    skip();
    loop.names.push_back(cursor_.take_name());
    skip();
  } while (cursor_.take(','));
  if (cursor_.take_name() != "in" || loop.names.size() > 2)
    return fault(place, "the directive %{ for } has the form %{ for value in list } or %{ for key, value in map }");
  PARTITA_TRY_VALUE(collection, parse_expression());
  PARTITA_TRY(take_brace(pieces, place, '%'));
  loop.parts.push_back(std::move(collection));
  loop.parts.emplace_back();
  PARTITA_TRY_VALUE(end, take_inside(pieces, place, loop.parts[1]));
  if (end != TextEnd::EndFor) return fault(place, "the directive %{ for } has no %{ endfor }");
  return loop;
}

// A mark ~ in front of the literal takes its leading blanks away: all of a text in quotation marks, and else those up
// to the end of the line, because each line of a heredoc is a literal of its own.
void Parser::Pieces::add_literal() {
  if (trims) {
    std::size_t end = std::min(literal.find_first_not_of(kBlanks), literal.size());
    if (!is_quoted)
      if (const std::size_t newline = literal.find('\n'); newline < end) end = newline + 1;
    literal.erase(0, end);
  }
  trims = false;
  if (!literal.empty()) text.parts.push_back({.kind = Expression::Kind::Literal, .text = std::move(literal)});
  literal.clear();
}

// A mark ~ behind the literal takes its trailing blanks away, or those of its last line.
void Parser::Pieces::trim_before() {
  const std::size_t last = literal.find_last_not_of(kBlanks);
  std::size_t begin = last == literal.npos ? 0 : last + 1;
  if (!is_quoted && literal.size() > 1)
    if (const std::size_t newline = literal.rfind('\n', literal.size() - 2);
        newline != literal.npos && newline + 1 > begin)
      begin = newline + 1;
  literal.erase(begin);
}

}  // namespace partita::modelling::hcl
