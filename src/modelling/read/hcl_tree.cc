#include "modelling/read/hcl_tree.h"

#include <fmt/format.h>

#include <memory>

#include "base/text.h"
#include "modelling/read/hcl_cursor.h"

namespace partita::modelling::hcl {
namespace {

constexpr int kDeepest = 60;

class Parser {
 public:
  Parser(std::string_view text, const std::string& path)
      : cursor_(text), file_(std::make_shared<const std::string>(path)) {}

  Result<Expression> parse_template(int line) {
    first_line_ = line;
    Expression text{.kind = Expression::Kind::Text, .place = here()};
    PARTITA_TRY(take_all_text(text));
    if (text.parts.size() != 1) return text;
    Expression only = std::move(text.parts.front());
    only.place = text.place;
    return only;
  }

  Result<Section> parse_file() {
    Section file{.place = here()};
    PARTITA_TRY(parse_body(file, Ends::AtEndOfText));
    return file;
  }

 private:
  Place here() const { return {file_, first_line_ + cursor_.line() - 1}; }
  unexpected<Error> fault_here(std::string_view what) const { return fault(here(), what); }

  class Level {
   public:
    explicit Level(int& depth) : depth_(depth) { ++depth_; }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  enum class Ends : std::uint8_t { AtEndOfText, AtBrace };
  Result<void> parse_body(Section& into, Ends ends) {
    const Level level(depth_);
    if (depth_ > kDeepest) return fault_here("the blocks are nested too deeply");
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

  Result<void> parse_entry(Section& into) {
    const Place place = here();
    const std::string name = cursor_.take_name();
    if (name.empty())
      return fault_here(fmt::format("an argument or a block is expected here, not '{}'", cursor_.peek()));
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

  // ---- expressions

  // An expression up to its end: a newline, a comma or a closing bracket.
  Result<Expression> parse_expression() {
    const Level level(depth_);
    cursor_.skip_blanks(Cursor::Newlines::Keep);
    const Place place = here();
    const Cursor start = cursor_;
    if (depth_ > kDeepest) return fault_here("the expression is nested too deeply");
    PARTITA_TRY_VALUE(value, parse_operand());
    value.place = place;
    cursor_.skip_blanks(Cursor::Newlines::Keep);
    if (value.kind != Expression::Kind::Other && cursor_.at_expression_end()) return std::move(value);
    cursor_ = start;
    Expression other{.kind = Expression::Kind::Other, .place = place};
    if (!cursor_.skip_expression()) return fault(place, "the expression has no end; a quote or a bracket is missing");
    other.text = std::string(base::trimmed(start.text_until(cursor_)));
    if (other.text.empty()) return fault(place, "a value is expected here");
    return other;
  }

  Result<Expression> parse_operand() {
    const char c = cursor_.peek();
    if (c == '"') return parse_quoted();
    if (c == '<' && cursor_.peek(1) == '<') return parse_heredoc();
    if (c == '[') return parse_list();
    if (c == '{') return parse_object();
    if (base::is_digit(c) || (c == '-' && base::is_digit(cursor_.peek(1))))
      return Expression{.kind = Expression::Kind::Scalar, .text = cursor_.take_number()};
    const std::string name = cursor_.take_name();
    if (name.empty()) return Expression{.kind = Expression::Kind::Other};
    if (name == "true" || name == "false") return Expression{.kind = Expression::Kind::Scalar, .text = name};
    if (name == "null") return Expression{};
    if (cursor_.peek() == '(') return parse_call(name);
    return parse_reference(name);
  }

  Result<Expression> parse_reference(std::string name) {
    for (;;) {
      if (cursor_.take('.')) {
        const std::string step = cursor_.take_name();
        if (step.empty()) return Expression{.kind = Expression::Kind::Other};  // .* and .0
        name += "." + step;
      } else if (cursor_.peek() == '[' && cursor_.peek(1) == '"') {
        cursor_.take('[');
        PARTITA_TRY_VALUE(key, parse_quoted());
        if (!cursor_.take(']') || key.parts.size() != 1) return Expression{.kind = Expression::Kind::Other};
        name += "." + key.parts.front().text;
      } else if (cursor_.peek() == '[') {
        return Expression{.kind = Expression::Kind::Other};
      } else {
        return Expression{.kind = Expression::Kind::Reference, .text = std::move(name)};
      }
    }
  }

  Result<Expression> parse_call(const std::string& name) {
    Expression call{.kind = Expression::Kind::Call, .text = name};
    PARTITA_TRY(parse_elements('(', ')', call));
    return call;
  }

  Result<Expression> parse_list() {
    Expression list{.kind = Expression::Kind::List};
    if (cursor_.begins_with_for('[')) return Expression{.kind = Expression::Kind::Other};
    PARTITA_TRY(parse_elements('[', ']', list));
    return list;
  }

  Result<void> parse_elements(char open, char close, Expression& into) {
    cursor_.take(open);
    for (;;) {
      cursor_.skip_blanks(Cursor::Newlines::Skip);
      if (cursor_.take(close)) return {};
      if (cursor_.at_end()) return fault_here(fmt::format("a '{}' is missing", close));
      PARTITA_TRY_VALUE(element, parse_expression());
      into.parts.push_back(std::move(element));
      cursor_.skip_blanks(Cursor::Newlines::Skip);
      if (!cursor_.take(',') && cursor_.peek() != close)
        return fault_here(fmt::format("',' or '{}' is expected here", close));
    }
  }

  Result<Expression> parse_object() {
    Expression object{.kind = Expression::Kind::Object};
    if (cursor_.begins_with_for('{')) return Expression{.kind = Expression::Kind::Other};
    cursor_.take('{');
    for (;;) {
      cursor_.skip_blanks(Cursor::Newlines::Skip);
      if (cursor_.take('}')) return object;
      if (cursor_.at_end()) return fault_here("a '}' is missing");
      const Place place = here();
      Expression key{.kind = Expression::Kind::Other, .place = place};
      if (cursor_.peek() == '"') {
        PARTITA_TRY_VALUE(quoted, parse_quoted());
        key = std::move(quoted);
        key.place = place;
      } else if (std::string name = cursor_.take_name(); !name.empty()) {
        key = {.kind = Expression::Kind::Scalar, .text = std::move(name), .place = place};
      } else {
        return Expression{.kind = Expression::Kind::Other};  // (key) = value
      }
      cursor_.skip_blanks(Cursor::Newlines::Keep);
      if (!cursor_.take('=') && !cursor_.take(':')) return fault_here("'=' is expected behind a key of an object");
      PARTITA_TRY_VALUE(value, parse_expression());
      object.members.emplace_back(std::move(key), std::move(value));
      cursor_.skip_blanks(Cursor::Newlines::Keep);
      cursor_.take(',');
    }
  }

  // ---- texts

  Result<Expression> parse_quoted() {
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
  Result<void> take_text(Expression& text, std::string& literal) {
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
    PARTITA_TRY_VALUE(value, parse_expression());
    cursor_.skip_blanks(Cursor::Newlines::Skip);
    if (!cursor_.take('}')) return fault(place, "a ${ has no closing brace");
    text.parts.push_back(std::move(value));
    return {};
  }

  static void add_literal(Expression& text, std::string& literal) {
    if (!literal.empty()) text.parts.push_back({.kind = Expression::Kind::Scalar, .text = std::move(literal)});
    literal.clear();
  }

  Result<Expression> parse_heredoc() {
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

  Result<void> take_all_text(Expression& text) {
    std::string literal;
    while (!cursor_.at_end()) PARTITA_TRY(take_text(text, literal));
    add_literal(text, literal);
    return {};
  }

  Cursor cursor_;
  const std::shared_ptr<const std::string> file_;
  int first_line_ = 1;
  int depth_ = 0;
};

}  // namespace

const Attribute* Section::attribute(std::string_view name) const {
  for (const Attribute& one : attributes)
    if (one.name == name) return &one;
  return nullptr;
}

Result<Expression> read_template(std::string_view text, const Place& place) {
  return Parser(text, place.file ? *place.file : std::string()).parse_template(place.line);
}

Result<Section> read_hcl(std::string_view text, const std::string& path) { return Parser(text, path).parse_file(); }

}  // namespace partita::modelling::hcl
