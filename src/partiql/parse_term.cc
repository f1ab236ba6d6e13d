// The part of the parser that reads operands, values and conditions.
#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "partiql/keywords.h"
#include "partiql/parser.h"
#include "partiql/values.h"
#include "value/limits.h"

namespace partita::partiql {
namespace {

// One level of parentheses, or of a value, needs up to 5 calls and 2 KB of stack.
constexpr std::size_t kMostLevels = 150;

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

Term negated(Term inner) {
  Term term;
  term.kind = Term::Kind::Not;
  term.place = inner.place;
  term.terms.push_back(std::move(inner));
  return term;
}

}  // namespace

class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMostLevels) parser_.fail({});
  }
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  Parser& parser_;
};

class Parser::Inside {
 public:
  Inside(Parser& parser, std::string step) : parser_(parser) {
    parser_.inside_.push_back(std::move(step));
    // The attributes of an item are values of their own, and a value's own level is the first one.
    const std::size_t levels = parser_.inside_.size() + (parser_.in_item_ ? 0 : 1);
    if (levels > limits::kNestingLevels) parser_.note_value_fault(std::string(nesting_fault()));
  }
  ~Inside() { parser_.inside_.pop_back(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  Parser& parser_;
};

void Parser::fail_at_term() {
  if (at(Token::Kind::Operator)) return fail(kUnexpectedOperator);
  if (at(Token::Kind::Keyword)) return fail(kUnexpectedKeyword);
  fail(kUnexpectedTerm);
}

void Parser::expect_symbol(std::string_view text) {
  if (!failed() && !take_symbol(text)) fail_at_term();
}

Term Parser::parse_term() { return parse(Level::Or); }

Term Parser::parse(Level level) {
  switch (level) {
    case Level::Or:
      return parse_chain(Level::And, "OR", Term::Kind::Or);
    case Level::And:
      return parse_chain(Level::Not, "AND", Term::Kind::And);
    case Level::Not: {
      bool negate = false;
      for (; !failed() && at_operator("NOT"); take()) negate = !negate;
      Term term = parse_comparison();
      // Two negations cancel each other.
      return negate ? negated(std::move(term)) : term;
    }
    case Level::Comparison:
      return parse_comparison();
    case Level::Sum:
      return parse_sum();
    case Level::Primary:
      break;
  }
  return parse_primary();
}

Term Parser::parse_operand_after_infix(Level level) {
  if (!failed() && at(Token::Kind::End)) fail("Missing right-hand side expression of infix operator");
  return failed() ? Term{} : parse(level);
}

Term Parser::parse_chain(Level level, std::string_view word, Term::Kind kind) {
  Term first = parse(level);
  if (failed() || !at_operator(word)) return first;
  Term chain;
  chain.kind = kind;
  chain.place = first.place;
  chain.terms.push_back(std::move(first));
  while (!failed() && at_operator(word)) {
    take();
    chain.terms.push_back(parse_operand_after_infix(level));
  }
  return chain;
}

Term Parser::parse_comparison() {
  Term left = parse_sum();
  return failed() ? left : parse_comparison_with(std::move(left));
}

Term Parser::parse_comparison_with(Term left) {
  const bool negate = at_operator("NOT") && peek(1).kind == Token::Kind::Operator &&
                      (peek(1).text == "IN" || peek(1).text == "BETWEEN" || peek(1).text == "LIKE");
  if (negate) take();
  if (!at(Token::Kind::Operator)) return left;
  const Place place = left.place;
  const std::string word = peek().text;
  Term term;
  if (word == "IN") {
    take();
    term = parse_in(std::move(left));
  } else if (word == "IS") {
    take();
    term = parse_is(std::move(left));
  } else if (word == "BETWEEN" || word == "LIKE") {
    take();
    term.kind = word == "LIKE" ? Term::Kind::Like : Term::Kind::Comparison;
    term.comparison = expr::ConditionKind::Between;
    term.terms.push_back(std::move(left));
    term.terms.push_back(parse_operand_after_infix(Level::Sum));
    if (word == "BETWEEN") {
      if (!failed() && !take_if(Token::Kind::Operator, "AND")) fail_at_term();
      term.terms.push_back(parse_operand_after_infix(Level::Sum));
    }
  } else {
    const auto* found = std::ranges::find(kComparators, word, &Comparator::text);
    if (found == std::end(kComparators)) return left;
    take();
    term.kind = Term::Kind::Comparison;
    term.comparison = found->kind;
    term.terms.push_back(std::move(left));
    term.terms.push_back(parse_operand_after_infix(Level::Sum));
  }
  term.place = place;
  return negate ? negated(std::move(term)) : term;
}

// IN (a, b), IN [a, b], IN ?, IN (?)
Term Parser::parse_in(Term left) {
  Term term;
  term.kind = Term::Kind::In;
  if (!failed() && at_symbol("(")) {
    take();
    term = parse_elements(Term::Kind::In, ")");
    term.terms.insert(term.terms.begin(), std::move(left));
    return term;
  }
  term.terms.push_back(std::move(left));
  term.terms.push_back(parse_operand_after_infix(Level::Sum));
  return term;
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
  if (std::ranges::find(kTypes, name) == std::end(kTypes)) return false;
  take();
  if (name == "CHARACTER") (void)take_keyword("VARYING");
  return true;
}

Term Parser::parse_is(Term left) {
  Term term;
  term.kind = Term::Kind::Is;
  term.terms.push_back(std::move(left));
  const bool negate = take_if(Token::Kind::Operator, "NOT");
  if (!failed() && !parse_type_name(term.name)) fail("Expected type name");
  return negate ? negated(std::move(term)) : term;
}

Term Parser::parse_sum() {
  Term left = parse_primary();
  while (!failed() && (at_operator("+") || at_operator("-"))) {
    Term sum;
    sum.kind = take().text == "+" ? Term::Kind::Plus : Term::Kind::Minus;
    sum.place = left.place;
    sum.terms.push_back(std::move(left));
    sum.terms.push_back(parse_operand_after_infix(Level::Primary));
    left = std::move(sum);
  }
  return left;
}

Term Parser::parse_number(bool negative) {
  const Token token = take();
  Term term;
  term.place = token.place;
  term.constant = AttributeValue::number((negative ? "-" : "") + token.text);
  if (std::string fault = number_fault(term.constant.n()); !fault.empty()) {
    fault += " under root";
    for (const std::string& step : inside_) fault += step;
    note_value_fault(std::move(fault));
  }
  return term;
}

Term Parser::parse_primary() {
  const Deeper deeper(*this);
  Term term;
  if (failed()) return term;
  term.place = peek().place;
  const Token::Kind kind = peek().kind;
  if (kind == Token::Kind::Number) return parse_number(false);
  if (kind == Token::Kind::String) {
    term.constant = AttributeValue::string(take().text);
    return term;
  }
  if ((at_operator("+") || at_operator("-")) && peek(1).kind == Token::Kind::Number)
    return parse_number(take().text == "-");
  if (kind == Token::Kind::Keyword) {
    if (is_function_word(peek().text) && peek(1).kind == Token::Kind::Symbol && peek(1).text == "(")
      return parse_call();
    if (at_keyword("TRUE") || at_keyword("FALSE")) {
      term.constant = AttributeValue::boolean(take().text == "TRUE");
    } else if (take_keyword("NULL")) {
      term.constant = AttributeValue::null();
    } else {
      fail_at_term();
    }
    return term;
  }
  if (at_name()) {
    if (kind == Token::Kind::Name && peek(1).kind == Token::Kind::Symbol && peek(1).text == "(") return parse_call();
    term.kind = Term::Kind::Path;
    term.path = parse_path();
    return term;
  }
  if (take_symbol("?")) {
    term.kind = Term::Kind::Parameter;
    term.parameter = statement_.parameters++;
    return term;
  }
  if (take_symbol("(")) {
    term = parse(Level::Or);
    expect_symbol(")");
    return term;
  }
  if (take_symbol("[")) return parse_elements(Term::Kind::List, "]");
  if (take_symbol("<<")) return parse_elements(Term::Kind::Bag, ">>");
  if (take_symbol("{")) return parse_map();
  fail_at_term();
  return term;
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
Term Parser::parse_call() {
  const Token name = take();
  take();
  Term call;
  if (at_operator("*")) {
    Term star;
    star.kind = Term::Kind::Star;
    star.place = take().place;
    call.terms.push_back(std::move(star));
    expect_symbol(")");
  } else {
    call = parse_elements(Term::Kind::Call, ")");
  }
  call.kind = Term::Kind::Call;
  call.name = base::lower(name.text);
  call.place = name.place;
  return call;
}

// Reads the elements of a list, a bag or a call, and the closing symbol.
Term Parser::parse_elements(Term::Kind kind, std::string_view closing) {
  Term term;
  term.kind = kind;
  term.place = peek().place;
  const bool is_value = kind == Term::Kind::List || kind == Term::Kind::Bag;
  while (!failed() && !at_symbol(closing)) {
    const std::string step = is_value ? "[" + std::to_string(term.terms.size()) + "]" : std::string();
    std::optional<Inside> inside;
    if (is_value) inside.emplace(*this, step);
    term.terms.push_back(parse(is_value ? Level::Sum : Level::Or));
    if (!take_symbol(",")) break;
    if (!failed() && at_symbol(closing)) fail(kUnexpectedTerm);
  }
  expect_symbol(closing);
  if (is_value) fold(term);
  return term;
}

Term Parser::parse_map() {
  Term term;
  term.kind = Term::Kind::Map;
  term.place = peek().place;
  const bool is_item = in_item_ && inside_.empty();
  while (!failed() && !at_symbol("}")) {
    if (!at(Token::Kind::String)) {
      fail_at_term();
      break;
    }
    std::string name = take().text;
    expect_symbol(":");
    std::optional<Inside> inside;
    // The names of the item's attributes are not part of a fault's place.
    inside.emplace(*this, is_item ? std::string() : "." + name);
    Term value = parse(Level::Sum);
    inside.reset();
    if (name.empty()) note_value_fault(std::string(limits::kEmptyNameFault));
    if (const auto known = std::ranges::find(term.names, name); known != term.names.end()) {
      term.terms[static_cast<std::size_t>(known - term.names.begin())] = std::move(value);
    } else {
      term.names.push_back(std::move(name));
      term.terms.push_back(std::move(value));
    }
    if (!take_symbol(",")) break;
    if (!failed() && at_symbol("}")) fail(kUnexpectedTerm);
  }
  expect_symbol("}");
  fold(term);
  return term;
}

void Parser::fold(Term& term) {
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
