// The part of the parser that reads operands, values and conditions.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include "base/contains.h"
#include "base/text.h"
#include "partiql/keywords.h"
#include "partiql/parser.h"
#include "partiql/values.h"
#include "value/limits.h"

namespace partita::partiql {
namespace {

// Each level of parentheses, or of a value, needs about 8 calls.
constexpr std::size_t kMostLevels = 150;
// An expression allows larger ones.
constexpr std::uint64_t kLargestIndex = std::numeric_limits<std::int32_t>::max();

struct Comparator {
  std::string_view text;
  expr::ConditionKind kind;
};
constexpr Comparator kComparators[] = {{"=", expr::ConditionKind::Eq}, {"<>", expr::ConditionKind::Ne},
                                       {"<", expr::ConditionKind::Lt}, {"<=", expr::ConditionKind::Le},
                                       {">", expr::ConditionKind::Gt}, {">=", expr::ConditionKind::Ge}};

// The names of types that may follow IS. Some consist of two words.
constexpr std::string_view kTypes[] = {"ANY",    "BAG",     "BLOB",      "BOOL",     "BOOLEAN",  "CHAR",   "CHARACTER",
                                       "CLOB",   "DATE",    "DECIMAL",   "FLOAT",    "INT",      "INT2",   "INT4",
                                       "INT8",   "INTEGER", "INTEGER2",  "INTEGER4", "INTEGER8", "LIST",   "MISSING",
                                       "NULL",   "NUMERIC", "REAL",      "SEXP",     "SMALLINT", "STRING", "STRUCT",
                                       "SYMBOL", "TIME",    "TIMESTAMP", "TUPLE",    "VARCHAR"};

}  // namespace

void Parser::fail_at_term() {
  if (at(Token::Kind::Operator)) return fail(kUnexpectedOperator);
  if (at(Token::Kind::Keyword)) return fail(kUnexpectedKeyword);
  fail(kUnexpectedTerm);
}

void Parser::expect_symbol(std::string_view text) {
  if (!failed() && !take_symbol(text)) fail_at_term();
}

[[gnu::noinline]] void Parser::wrap(Term::Kind kind, Term& term) {
  Term outer;
  outer.kind = kind;
  outer.place = term.place;
  outer.terms.push_back(std::move(term));
  term = std::move(outer);
}

Term Parser::parse_term() {
  Term term;
  parse(Level::Or, term);
  return term;
}

void Parser::parse(Level level, Term& term) {
  switch (level) {
    case Level::Or:
      return parse_chain(Level::And, "OR", Term::Kind::Or, term);
    case Level::And:
      return parse_chain(Level::Not, "AND", Term::Kind::And, term);
    case Level::Not:
      return parse_not(term);
    case Level::Sum:
      return parse_sum(term);
    case Level::Primary:
      return parse_primary(term);
  }
}

void Parser::parse_operand_after_infix(Level level, Term& term) {
  if (!failed() && at(Token::Kind::End)) fail("Missing right-hand side expression of infix operator");
  if (!failed()) parse(level, term);
}

void Parser::parse_chain(Level level, std::string_view word, Term::Kind kind, Term& term) {
  parse(level, term);
  if (failed() || !at_operator(word)) return;
  wrap(kind, term);
  while (!failed() && at_operator(word)) {
    take();
    parse_operand_after_infix(level, term.terms.emplace_back());
  }
}

void Parser::parse_not(Term& term) {
  bool negate = false;
  for (; !failed() && at_operator("NOT"); take()) negate = !negate;
  parse_comparison(term);
  // Two negations cancel each other.
  if (negate) wrap(Term::Kind::Not, term);
}

void Parser::parse_comparison(Term& term) {
  parse_sum(term);
  if (failed() || !at(Token::Kind::Operator)) return;
  bool negate = at_operator("NOT");
  if (negate) {
    const std::string_view next = peek(1).kind == Token::Kind::Operator ? peek(1).text : std::string_view();
    if (next != "IN" && next != "BETWEEN" && next != "LIKE") return;
    take();
  }
  const std::string_view word = peek().text;
  if (word == "IN") {
    parse_in(term);
  } else if (word == "IS") {
    parse_is(term);
  } else if (word == "BETWEEN") {
    parse_between(term);
  } else {
    const auto* found = std::ranges::find(kComparators, word, &Comparator::text);
    if (word != "LIKE" && found == std::end(kComparators)) return;
    take();
    wrap(word == "LIKE" ? Term::Kind::Like : Term::Kind::Comparison, term);
    if (word != "LIKE") term.comparison = found->kind;
    parse_operand_after_infix(Level::Sum, term.terms.emplace_back());
  }
  if (negate) wrap(Term::Kind::Not, term);
}

void Parser::parse_between(Term& term) {
  take();
  wrap(Term::Kind::Comparison, term);
  term.comparison = expr::ConditionKind::Between;
  parse_operand_after_infix(Level::Sum, term.terms.emplace_back());
  if (!failed() && !take_if(Token::Kind::Operator, "AND")) fail_at_term();
  parse_operand_after_infix(Level::Sum, term.terms.emplace_back());
}

// IN (a, b), IN [a, b], IN ?, IN (?)
void Parser::parse_in(Term& term) {
  take();
  wrap(Term::Kind::In, term);
  if (take_symbol("(")) return parse_elements(Term::Kind::In, ")", term);
  parse_operand_after_infix(Level::Sum, term.terms.emplace_back());
}

bool Parser::parse_type_name(std::string& name) {
  if (!at(Token::Kind::Name) && !at(Token::Kind::Keyword)) return false;
  name = peek().text;
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (name == "DOUBLE") {
    take();
    return take_keyword("PRECISION");
  }
  if (!base::contains(kTypes, name)) return false;
  take();
  if (name == "CHARACTER") (void)take_keyword("VARYING");
  return true;
}

void Parser::parse_is(Term& term) {
  take();
  wrap(Term::Kind::Is, term);
  const bool negate = take_if(Token::Kind::Operator, "NOT");
  if (!failed() && !parse_type_name(term.name)) fail("Expected type name");
  if (negate) wrap(Term::Kind::Not, term);
}

void Parser::parse_sum(Term& term) {
  parse_primary(term);
  // Each operator makes the tree one level deeper.
  for (std::size_t operators = 1; !failed() && (at_operator("+") || at_operator("-")); ++operators) {
    if (depth_ + operators > kMostLevels) return fail({});
    wrap(take().text == "+" ? Term::Kind::Plus : Term::Kind::Minus, term);
    parse_operand_after_infix(Level::Primary, term.terms.emplace_back());
  }
}

void Parser::parse_primary(Term& term) {
  if (failed()) return;
  if (++depth_ > kMostLevels) fail({});
  term.place = peek().place;
  if (take_symbol("(")) {
    parse(Level::Or, term);
    expect_symbol(")");
  } else if (take_symbol("[")) {
    term.kind = Term::Kind::List;
    parse_elements(Term::Kind::List, "]", term);
  } else if (take_symbol("<<")) {
    term.kind = Term::Kind::Bag;
    parse_elements(Term::Kind::Bag, ">>", term);
  } else if (take_symbol("{")) {
    parse_map(term);
  } else if (!failed()) {
    parse_simple(term);
  }
  --depth_;
}

void Parser::parse_simple(Term& term) {
  if (at(Token::Kind::Number)) return parse_number("", term);
  if ((at_operator("+") || at_operator("-")) && peek(1).kind == Token::Kind::Number)
    return parse_number(take().text == "-" ? "-" : "", term);
  if (at(Token::Kind::Keyword)) return parse_keyword(term);
  if (at(Token::Kind::String)) {
    term.constant = AttributeValue::string(take().text);
  } else if (take_symbol("?")) {
    term.kind = Term::Kind::Parameter;
    term.parameter = statement_.parameters++;
  } else if (at(Token::Kind::Name) && peek(1).kind == Token::Kind::Symbol && peek(1).text == "(") {
    parse_call(term);
  } else if (at_name()) {
    term.kind = Term::Kind::Path;
    term.path = parse_path();
  } else {
    fail_at_term();
  }
}

[[gnu::noinline]] void Parser::parse_number(std::string_view sign, Term& term) {
  term.constant = AttributeValue::number(std::string(sign) + take().text);
  std::string fault = number_fault(term.constant.n());
  if (fault.empty()) return;
  fault += " under root";
  for (const std::string& step : inside_) fault += step;
  note_value_fault(std::move(fault));
}

void Parser::parse_keyword(Term& term) {
  if (is_function_word(peek().text) && peek(1).kind == Token::Kind::Symbol && peek(1).text == "(")
    return parse_call(term);
  if (at_keyword("TRUE") || at_keyword("FALSE")) {
    term.constant = AttributeValue::boolean(take().text == "TRUE");
  } else if (take_keyword("NULL")) {
    term.constant = AttributeValue::null();
  } else {
    fail_at_term();
  }
}

value::Path Parser::parse_path() {
  value::Path path;
  path.elements.emplace_back(take().text);
  while (!failed()) {
    if (take_symbol(".")) {
      if (!at_name()) {
        fail("Invalid path dot component");
        break;
      }
      path.elements.emplace_back(take().text);
    } else if (take_symbol("[")) {
      std::uint64_t index = 0;
      const std::string& digits = peek().text;
      const char* const end = digits.data() + digits.size();
      const auto [stopped, error] = std::from_chars(digits.data(), end, index);
      if (!at(Token::Kind::Number) || error != std::errc() || stopped != end) {
        fail_at_term();
        break;
      }
      if (index > kLargestIndex)
        note_value_fault("List index is not within the allowable range; index: [" + digits + "] " +
                         peek().place.text());
      take();
      path.elements.emplace_back(index);
      expect_symbol("]");
    } else {
      break;
    }
  }
  return path;
}

// name(a, b), or COUNT(*)
void Parser::parse_call(Term& term) {
  term.kind = Term::Kind::Call;
  term.name = base::lower(take().text);
  take();
  if (!at_operator("*")) return parse_elements(Term::Kind::Call, ")", term);
  Term& star = term.terms.emplace_back();
  star.kind = Term::Kind::Star;
  star.place = take().place;
  expect_symbol(")");
}

// Adds the elements of a list, a bag, a call or IN to `term`, and reads the closing symbol.
void Parser::parse_elements(Term::Kind kind, std::string_view closing, Term& term) {
  const bool is_value = kind == Term::Kind::List || kind == Term::Kind::Bag;
  while (!failed() && !at_symbol(closing)) {
    if (is_value) enter_element(term.terms.size());
    parse(is_value ? Level::Sum : Level::Or, term.terms.emplace_back());
    if (is_value) leave();
    if (!take_symbol(",")) break;
    if (!failed() && at_symbol(closing)) fail(kUnexpectedTerm);
  }
  expect_symbol(closing);
  if (is_value) fold(term);
}

void Parser::parse_map(Term& term) {
  term.kind = Term::Kind::Map;
  while (!failed() && !at_symbol("}")) {
    if (!at(Token::Kind::String)) return fail_at_term();
    const std::string& name = take().text;
    expect_symbol(":");
    if (failed()) return;
    if (name.empty()) note_value_fault(std::string(limits::kEmptyNameFault));
    enter_member(name);
    const auto known = std::ranges::find(term.names, name);
    if (known == term.names.end()) {
      term.names.push_back(name);
      parse(Level::Sum, term.terms.emplace_back());
    } else {
      // The last of several members with the same name counts.
      Term& again = term.terms[static_cast<std::size_t>(known - term.names.begin())];
      again = Term{};
      parse(Level::Sum, again);
    }
    leave();
    if (!take_symbol(",")) break;
    if (!failed() && at_symbol("}")) fail(kUnexpectedTerm);
  }
  expect_symbol("}");
  fold(term);
}

[[gnu::noinline]] void Parser::enter_element(std::size_t index) { enter("[" + std::to_string(index) + "]"); }

// The names of an item's attributes are not part of a fault's place.
[[gnu::noinline]] void Parser::enter_member(const std::string& name) {
  enter(in_item_ && inside_.empty() ? std::string() : "." + name);
}

void Parser::enter(std::string step) {
  inside_.push_back(std::move(step));
  // The attributes of an item are values of their own, and a value's own level is the first one.
  const std::size_t levels = inside_.size() + (in_item_ ? 0 : 1);
  if (levels > limits::kNestingLevels) note_value_fault(std::string(nesting_fault()));
}

[[gnu::noinline]] void Parser::fold(Term& term) {
  const auto is_constant = [](const Term& part) { return part.kind == Term::Kind::Constant; };
  if (failed() || !std::ranges::all_of(term.terms, is_constant)) return;
  std::vector<AttributeValue> values;
  for (Term& part : term.terms) values.push_back(std::move(part.constant));
  if (term.kind == Term::Kind::List) {
    term.constant = AttributeValue::list(std::move(values));
  } else if (term.kind == Term::Kind::Map) {
    AttributeMap map;
    map.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) map.set(term.names[i], std::move(values[i]));
    term.constant = AttributeValue::map(std::move(map));
  } else if (auto set = set_of_bag(values)) {
    term.constant = *std::move(set);
  } else {
    note_value_fault(std::move(set.error()));
  }
  term.kind = Term::Kind::Constant;
  term.terms.clear();
  term.names.clear();
}

}  // namespace partita::partiql
