// The common part of the parsers of statements and of terms: a cursor over the tokens, and the faults that are noted on
// the way.
//
// The grammar is that of "PartiQL for DynamoDB" (developer guide). The words of the errors are those of the PartiQL
// parser in the service, which reports the first token that it cannot use.
#pragma once

#include <partita/expected.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partiql/lexer.h"
#include "partiql/syntax.h"
#include "partiql/texts.h"

namespace partita::partiql {

class Parser {
 protected:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}
  ~Parser() = default;

  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(position_ + ahead, tokens_.size() - 1)]; }
  bool at(Token::Kind kind) const { return peek().kind == kind; }
  bool at(Token::Kind kind, std::string_view text) const { return at(kind) && peek().text == text; }
  bool at_symbol(std::string_view text) const { return at(Token::Kind::Symbol, text); }
  bool at_operator(std::string_view text) const { return at(Token::Kind::Operator, text); }
  bool at_keyword(std::string_view text) const { return at(Token::Kind::Keyword, text); }
  bool at_name() const { return at(Token::Kind::Name) || at(Token::Kind::QuotedName); }
  // The current token, which is stepped over.
  const Token& take() {
    const Token& token = tokens_[position_];
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
  }
  bool take_if(Token::Kind kind, std::string_view text) {
    if (failed() || !at(kind, text)) return false;
    take();
    return true;
  }
  bool take_symbol(std::string_view text) { return take_if(Token::Kind::Symbol, text); }
  bool take_keyword(std::string_view text) { return take_if(Token::Kind::Keyword, text); }

  // A syntax error, which ends the parse. Only the first one counts.
  void fail(std::string_view detail) {
    if (!syntax_error_) syntax_error_ = std::string(kNotWellFormed).append(detail);
  }
  bool failed() const { return syntax_error_.has_value(); }
  // The error of a token with which no term can begin.
  void fail_at_term();

  // Notes a fault that is reported only if the syntax is right.
  void note(std::string fault) {
    if (statement_.fault.empty()) statement_.fault = std::move(fault);
  }
  void note_value_fault(std::string fault) {
    if (!statement_.value_fault) statement_.value_fault = {std::move(fault), statement_.parameters};
  }

  // or         := and {OR and}
  // and        := not {AND not}
  // not        := NOT not | comparison
  // comparison := sum [comparator sum | [NOT] BETWEEN sum AND sum | [NOT] IN ... | IS [NOT] type | [NOT] LIKE sum]
  // sum        := primary {(+ | -) primary}
  Term parse_term();
  // name { '.' name | '[' integer ']' }. Requires: a name is next.
  value::Path parse_path();

  std::optional<std::string> syntax_error_;
  Statement statement_;

 private:
  // How tightly an operator binds.
  enum class Level : std::uint8_t { Or, And, Not, Sum, Primary };
  // These functions fill `term`, which is empty before. They keep few objects on the stack, because they call each
  // other for each level of parentheses.
  void parse(Level level, Term& term);
  void parse_chain(Level level, std::string_view word, Term::Kind kind, Term& term);
  void parse_not(Term& term);
  void parse_comparison(Term& term);
  void parse_between(Term& term);
  void parse_in(Term& term);
  void parse_is(Term& term);
  void parse_sum(Term& term);
  void parse_primary(Term& term);
  void parse_simple(Term& term);
  void parse_number(std::string_view sign, Term& term);
  void parse_keyword(Term& term);
  void parse_call(Term& term);
  void parse_elements(Term::Kind kind, std::string_view closing, Term& term);
  void parse_map(Term& term);
  void parse_operand_after_infix(Level level, Term& term);
  bool parse_type_name(std::string& name);
  void expect_symbol(std::string_view text);
  // Makes `term` the first part of a term of `kind`.
  static void wrap(Term::Kind kind, Term& term);
  // A list, map or bag of constants becomes a constant.
  void fold(Term& term);
  // Notes that the parser is in an element or member of a value, for the texts of faults and the limit of nesting.
  void enter_element(std::size_t index);
  void enter_member(const std::string& name);
  void enter(std::string step);
  void leave() { inside_.pop_back(); }

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
  std::vector<std::string> inside_;  // ".x" or "[1]" for each list and map around the current value

 protected:
  bool in_item_ = false;  // the value is the item of an INSERT, whose attributes are values of their own
};

}  // namespace partita::partiql
