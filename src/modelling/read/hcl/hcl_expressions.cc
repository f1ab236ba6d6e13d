// Expressions of HCL. Any other text keeps its source, as the kind Other.
#include <array>

#include "base/text.h"
#include "modelling/read/hcl/hcl_parser.h"

namespace partita::modelling::hcl {
namespace {

struct Operator {
  std::string_view text;
  int rank;
};
// Longer texts come first, so that "<=" is not "<".
constexpr std::array<Operator, 13> kOperators = {{{"||", 1},
                                                  {"&&", 2},
                                                  {"==", 3},
                                                  {"!=", 3},
                                                  {"<=", 4},
                                                  {">=", 4},
                                                  {"<", 4},
                                                  {">", 4},
                                                  {"+", 5},
                                                  {"-", 5},
                                                  {"*", 6},
                                                  {"/", 6},
                                                  {"%", 6}}};

Expression unread() { return {.kind = Expression::Kind::Other}; }
bool is_unread(const Expression& one) { return one.kind == Expression::Kind::Other && one.text.empty(); }

const Operator* operator_at(const Cursor& cursor) {
  for (const Operator& one : kOperators) {
    bool here = true;
    for (std::size_t i = 0; i < one.text.size(); ++i) here = here && cursor.peek(i) == one.text[i];
    if (here) return &one;
  }
  return nullptr;
}

}  // namespace

// An expression up to its end: a newline, a comma or a closing bracket.
Result<Expression> Parser::parse_expression() {
  const Level level(depth_);
  skip();
  const Place place = here();
  const Cursor start = cursor_;
  if (depth_ > kDeepestExpression) return fault_here("the expression is nested too deeply");
  PARTITA_TRY_VALUE(value, parse_conditional());
  value.place = place;
  skip();
  const bool at_expansion = cursor_.peek() == '.' && cursor_.peek(1) == '.' && cursor_.peek(2) == '.';
  if (!is_unread(value) && (cursor_.at_expression_end() || at_expansion)) return std::move(value);
  cursor_ = start;
  Expression other{.kind = Expression::Kind::Other, .place = place};
  if (!cursor_.skip_expression()) return fault(place, "the expression has no end; a quote or a bracket is missing");
  other.text = std::string(base::trimmed(start.text_until(cursor_)));
  if (other.text.empty()) return fault(place, "a value is expected here");
  return other;
}

Result<Expression> Parser::parse_conditional() {
  const Level level(depth_);
  if (depth_ > kDeepestExpression) return fault_here("the expression is nested too deeply");
  PARTITA_TRY_VALUE(condition, parse_operators(1));
  if (is_unread(condition)) return std::move(condition);
  skip();
  if (cursor_.peek() != '?') return std::move(condition);
  cursor_.take('?');
  Expression choice{.kind = Expression::Kind::Conditional, .place = here()};
  choice.parts.push_back(std::move(condition));
  for (const bool first : {true, false}) {
    PARTITA_TRY_VALUE(branch, parse_conditional());
    if (is_unread(branch)) return std::move(branch);
    choice.parts.push_back(std::move(branch));
    skip();
    if (first && !cursor_.take(':')) return unread();
  }
  return choice;
}

// Operators of at least the rank `least`, which all bind to the left.
Result<Expression> Parser::parse_operators(int least) {
  PARTITA_TRY_VALUE(left, parse_unary());
  while (!is_unread(left)) {
    skip();
    const Operator* found = operator_at(cursor_);
    if (!found || found->rank < least) break;
    for (std::size_t i = 0; i < found->text.size(); ++i) cursor_.take_any();
    PARTITA_TRY_VALUE(right, parse_operators(found->rank + 1));
    if (is_unread(right)) return std::move(right);
    Expression both{.kind = Expression::Kind::Operator, .text = std::string(found->text), .place = here()};
    both.parts.push_back(std::move(left));
    both.parts.push_back(std::move(right));
    left = std::move(both);
  }
  return std::move(left);
}

Result<Expression> Parser::parse_unary() {
  skip();
  const Level level(depth_);
  if (depth_ > kDeepestExpression) return fault_here("the expression is nested too deeply");
  const char c = cursor_.peek();
  if (c != '!' && (c != '-' || base::is_digit(cursor_.peek(1)))) return parse_postfix();
  cursor_.take_any();
  PARTITA_TRY_VALUE(operand, parse_unary());
  if (is_unread(operand)) return std::move(operand);
  Expression out{.kind = Expression::Kind::Operator, .text = std::string(1, c), .place = here()};
  out.parts.push_back(std::move(operand));
  return out;
}

Result<Expression> Parser::parse_postfix() {
  const Place place = here();
  PARTITA_TRY_VALUE(operand, parse_operand());
  operand.place = place;
  if (is_unread(operand)) return std::move(operand);
  return parse_steps(std::move(operand));
}

// The members and elements behind an operand: .name, .0, [key], [*] and .*
Result<Expression> Parser::parse_steps(Expression base) {
  const auto step_to = [&](Expression key) {
    Expression step{.kind = Expression::Kind::Index, .place = base.place};
    step.parts.push_back(std::move(base));
    step.parts.push_back(std::move(key));
    base = std::move(step);
  };
  const bool has_steps = base.kind != Expression::Kind::Literal && base.kind != Expression::Kind::Scalar &&
                         base.kind != Expression::Kind::Null;
  while (has_steps) {
    if (cursor_.peek() == '[') {
      if (cursor_.peek(1) == '*') return parse_splat(std::move(base));
      cursor_.take('[');
      const Lines inside(newlines_, Cursor::Newlines::Skip);
      PARTITA_TRY_VALUE(key, parse_expression());
      skip();
      if (!cursor_.take(']')) return unread();
      step_to(std::move(key));
    } else if (cursor_.peek() == '.' && cursor_.peek(1) == '*') {
      return parse_splat(std::move(base));
    } else if (cursor_.peek() == '.' && cursor_.peek(1) != '.') {
      cursor_.take('.');
      std::string name = cursor_.take_name();
      while (name.empty() && base::is_digit(cursor_.peek())) name += cursor_.take_any();
      if (name.empty()) return unread();
      step_to({.kind = Expression::Kind::Literal, .text = std::move(name), .place = base.place});
    } else {
      break;
    }
  }
  return base;
}

// list[*].name is the list of the elements' members.
Result<Expression> Parser::parse_splat(Expression base) {
  for (int i = 0; i < 2; ++i) cursor_.take_any();
  if (cursor_.peek() == ']') cursor_.take(']');
  Expression splat{.kind = Expression::Kind::Splat, .place = base.place};
  splat.parts.push_back(std::move(base));
  while (cursor_.peek() == '.') {
    cursor_.take('.');
    std::string name = cursor_.take_name();
    if (name.empty()) return unread();
    splat.parts.push_back({.kind = Expression::Kind::Literal, .text = std::move(name), .place = splat.place});
  }
  return splat;
}

Result<Expression> Parser::parse_operand() {
  const char c = cursor_.peek();
  if (c == '"') return parse_quoted();
  if (c == '<' && cursor_.peek(1) == '<') return parse_heredoc();
  if (c == '[') return parse_list();
  if (c == '{') return parse_object();
  if (c == '(') {
    Expression inside{.kind = Expression::Kind::List};
    PARTITA_TRY(parse_elements('(', ')', inside));
    if (inside.parts.size() != 1) return unread();
    return std::move(inside.parts.front());
  }
  if (base::is_digit(c) || (c == '-' && base::is_digit(cursor_.peek(1))))
    return Expression{.kind = Expression::Kind::Scalar, .text = cursor_.take_number()};
  const std::string name = cursor_.take_name();
  if (name.empty()) return unread();
  if (name == "true" || name == "false") return Expression{.kind = Expression::Kind::Scalar, .text = name};
  if (name == "null") return Expression{};
  if (cursor_.peek() == '(') return parse_call(name);
  return parse_reference(name);
}

// The names, and the keys in brackets that are written out, as one path.
Result<Expression> Parser::parse_reference(std::string name) {
  for (;;) {
    const Cursor before = cursor_;
    std::string step;
    if (cursor_.take('.')) {
      step = cursor_.take_name();
    } else if (cursor_.peek() == '[' && cursor_.peek(1) == '"') {
      cursor_.take('[');
      PARTITA_TRY_VALUE(key, parse_quoted());
      if (cursor_.take(']') && key.parts.size() == 1 && key.parts.front().kind == Expression::Kind::Literal)
        step = key.parts.front().text;
    } else if (cursor_.peek() == '[' && base::is_digit(cursor_.peek(1))) {
      cursor_.take('[');
      step = cursor_.take_number();
      if (!cursor_.take(']')) step.clear();
    }
    if (step.empty() || step.find('.') != step.npos) {
      cursor_ = before;
      return Expression{.kind = Expression::Kind::Reference, .text = std::move(name)};
    }
    name += "." + step;
  }
}

Result<Expression> Parser::parse_call(const std::string& name) {
  Expression call{.kind = Expression::Kind::Call, .text = name};
  PARTITA_TRY(parse_elements('(', ')', call));
  return call;
}

Result<Expression> Parser::parse_list() {
  if (cursor_.begins_with_for('[')) return parse_for(']');
  Expression list{.kind = Expression::Kind::List};
  PARTITA_TRY(parse_elements('[', ']', list));
  return list;
}

Result<void> Parser::parse_elements(char open, char close, Expression& into) {
  const Lines inside(newlines_, Cursor::Newlines::Skip);
  cursor_.take(open);
  for (;;) {
    skip();
    if (cursor_.take(close)) return {};
    if (cursor_.at_end()) return fault_here(fmt::format("a '{}' is missing", close));
    if (cursor_.peek() == '.' && cursor_.peek(1) == '.' && cursor_.peek(2) == '.') {
      for (int i = 0; i < 3; ++i) cursor_.take_any();
      into.expands = true;
      continue;
    }
    PARTITA_TRY_VALUE(element, parse_expression());
    into.parts.push_back(std::move(element));
    skip();
    if (!cursor_.take(',') && cursor_.peek() != close && cursor_.peek() != '.')
      return fault_here(fmt::format("',' or '{}' is expected here", close));
  }
}

Result<Expression> Parser::parse_object() {
  if (cursor_.begins_with_for('{')) return parse_for('}');
  const Lines inside(newlines_, Cursor::Newlines::Keep);
  Expression object{.kind = Expression::Kind::Object};
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
    } else if (cursor_.peek() == '(') {
      PARTITA_TRY_VALUE(computed, parse_operand());
      key = std::move(computed);
    } else if (std::string name = cursor_.take_name(); !name.empty()) {
      while (cursor_.peek() == '.') name += cursor_.take_any(), name += cursor_.take_name();
      const bool is_path = name.find('.') != name.npos;
      key = {.kind = is_path ? Expression::Kind::Reference : Expression::Kind::Literal, .text = std::move(name)};
    } else if (base::is_digit(cursor_.peek())) {
      key = {.kind = Expression::Kind::Scalar, .text = cursor_.take_number()};
    }
    key.place = place;
    if (is_unread(key)) return unread();
    cursor_.skip_blanks(Cursor::Newlines::Keep);
    if (!cursor_.take('=') && !cursor_.take(':')) return fault_here("'=' is expected behind a key of an object");
    PARTITA_TRY_VALUE(value, parse_expression());
    object.members.emplace_back(std::move(key), std::move(value));
    cursor_.skip_blanks(Cursor::Newlines::Keep);
    cursor_.take(',');
  }
}

// [for x in list : value if condition] and {for k, v in map : key => value...}
Result<Expression> Parser::parse_for(char close) {
  const Lines inside(newlines_, Cursor::Newlines::Skip);
  Expression loop{.kind = Expression::Kind::For, .text = close == ']' ? "list" : "map"};
  cursor_.take_any();
  skip();
  cursor_.take_name();
  do {
    skip();
    loop.names.push_back(cursor_.take_name());
    skip();
  } while (cursor_.take(','));
  if (cursor_.take_name() != "in" || loop.names.size() > 2) return unread();
  PARTITA_TRY_VALUE(collection, parse_conditional());
  skip();
  if (is_unread(collection) || !cursor_.take(':')) return unread();
  loop.parts.push_back(std::move(collection));
  PARTITA_TRY_VALUE(value, parse_conditional());
  if (is_unread(value)) return std::move(value);
  loop.parts.push_back(std::move(value));
  skip();
  if (close == '}') {
    if (!cursor_.take('=') || !cursor_.take('>')) return unread();
    PARTITA_TRY_VALUE(mapped, parse_conditional());
    if (is_unread(mapped)) return std::move(mapped);
    loop.parts.push_back(std::move(mapped));
    skip();
    while (cursor_.take('.')) loop.expands = true;
    skip();
  }
  if (const Cursor before = cursor_; cursor_.take_name() == "if") {
    PARTITA_TRY_VALUE(condition, parse_conditional());
    if (is_unread(condition)) return std::move(condition);
    loop.condition.push_back(std::move(condition));
    skip();
  } else {
    cursor_ = before;
  }
  return cursor_.take(close) ? std::move(loop) : unread();
}

}  // namespace partita::modelling::hcl
