// The common part of the parsers of the three grammars: a cursor over the tokens, paths, and errors.
//
// A syntax error ends the parse. Other faults that need no placeholder (a reserved word, an unknown function) are noted
// during the parse, the first one of each kind. If the syntax is right, the gravest noted fault is reported, because
// that is the service's order.
#pragma once

#include <partita/expected.h>

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "expr/syntax/ast.h"
#include "expr/syntax/lexer.h"

namespace partita::expr {

// A syntax tree, or the error's text without its "Invalid ...Expression: ".
template <class T>
using Parsed = expected<T, std::string>;

class Parser {
 protected:
  enum class Fault : std::uint8_t {
    TooManyOperators,
    RedundantParentheses,
    Function,
    MisusedFunction,
    Section,
    ReservedWord,
    Path,
    TooManyCandidates
  };
  static constexpr std::size_t kFaults = 8;

  explicit Parser(std::string_view text) : text_(text), tokens_(tokenize(text)) {}

  const Token& peek(std::size_t ahead = 0) const;
  bool at(Token::Kind kind) const { return peek().kind == kind; }
  bool at(std::string_view symbol) const { return at(Token::Kind::Symbol) && peek().text == symbol; }
  bool at_word(std::string_view upper_case) const;
  std::string_view take();
  // Takes the symbol. If another token comes, this is a syntax error at that token.
  void expect(std::string_view symbol);

  // Reports a syntax error at the current token. Only the first syntax error counts.
  void fail_here();
  void fail_with(std::string message);
  bool failed() const { return !syntax_error_.empty(); }

  void note(Fault fault, std::string message);
  void note_operator();

  // Reads a path from its first name on.
  PathAst parse_path();
  // Reads the rest of a path, .name and [n].
  void continue_path(PathAst& path);
  bool at_path_end() const { return !at(".") && !at("["); }
  virtual bool is_keyword(std::string_view name) const = 0;
  bool at_name() const;

  // The error to report after all text is read. It is the syntax error, or else the first noted fault in `order`. An
  // empty string means that there was no error.
  std::string error(std::initializer_list<Fault> order) const;

  // Counts levels of parentheses and calls. More levels than an expression can need are a syntax error.
  class Level {
   public:
    explicit Level(Parser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  ~Parser() = default;

 private:
  void parse_name_step(PathAst& path);
  void parse_index_step(PathAst& path);
  std::string_view near() const;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
  std::size_t operators_ = 0;
  std::string syntax_error_;
  std::array<std::string, kFaults> faults_;
};

Parsed<ConditionAst> parse_condition(std::string_view text);
Parsed<UpdateAst> parse_update(std::string_view text);
Parsed<ProjectionAst> parse_projection(std::string_view text);

}  // namespace partita::expr
