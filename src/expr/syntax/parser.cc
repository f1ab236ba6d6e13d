#include "expr/syntax/parser.h"

#include <charconv>
#include <cstdint>
#include <limits>

#include "expr/syntax/reserved_words.h"
#include "value/limits.h"

namespace partita::expr {
namespace {

// Each level of parentheses that is not redundant holds an operator, so a correct expression never reaches this bound.
// Without it, 4096 opening parentheses would need 4096 stack frames.
constexpr std::size_t kMostLevels = limits::kExpressionOperators + 10;
constexpr std::uint64_t kLargestIndex = std::numeric_limits<std::uint32_t>::max() - 1;

}  // namespace

const Token& Parser::peek(std::size_t ahead) const {
  return position_ + ahead < tokens_.size() ? tokens_[position_ + ahead] : tokens_.back();
}

bool Parser::at_word(std::string_view upper_case) const {
  return at(Token::Kind::Name) && equals_ignoring_case(peek().text, upper_case);
}

bool Parser::at_name() const {
  return at(Token::Kind::NamePlaceholder) || (at(Token::Kind::Name) && !is_keyword(peek().text));
}

std::string_view Parser::take() {
  const std::string_view text = peek().text;
  if (position_ + 1 < tokens_.size()) ++position_;
  return text;
}

void Parser::expect(std::string_view symbol) {
  if (failed()) return;
  if (at(symbol)) {
    take();
  } else {
    fail_here();
  }
}

// The text from the token before the current one to the token after it.
std::string_view Parser::near() const {
  const std::size_t first = position_ == 0 ? 0 : position_ - 1;
  std::size_t end = 0;
  for (std::size_t i = first; i <= position_ + 1 && i < tokens_.size(); ++i)
    if (tokens_[i].kind != Token::Kind::End) end = tokens_[i].begin + tokens_[i].text.size();
  const std::size_t begin = tokens_[first].begin;
  return end > begin ? text_.substr(begin, end - begin) : std::string_view();
}

void Parser::fail_here() {
  fail_with(
      std::string("Syntax error; token: \"").append(peek().text).append("\", near: \"").append(near()).append("\""));
}

void Parser::fail_with(std::string message) {
  if (!failed()) syntax_error_ = std::move(message);
}

void Parser::note(Fault fault, std::string message) {
  std::string& noted = faults_[static_cast<std::size_t>(fault)];
  if (noted.empty()) noted = std::move(message);
}

void Parser::note_operator() {
  if (++operators_ > limits::kExpressionOperators)
    note(Fault::TooManyOperators,
         "The expression contains too many operators; operator count: " + std::to_string(operators_));
}

std::string Parser::error(std::initializer_list<Fault> order) const {
  if (failed()) return syntax_error_;
  for (const Fault fault : order)
    if (const std::string& noted = faults_[static_cast<std::size_t>(fault)]; !noted.empty()) return noted;
  return {};
}

PathAst Parser::parse_path() {
  PathAst path;
  parse_name_step(path);
  continue_path(path);
  return path;
}

void Parser::continue_path(PathAst& path) {
  while (!failed() && !at_path_end()) {
    if (at(".")) {
      take();
      parse_name_step(path);
    } else {
      parse_index_step(path);
    }
  }
  if (path.size() > limits::kNestingLevels)
    note(Fault::Path, "The document path has too many nesting levels; nesting levels: " + std::to_string(path.size()));
}

void Parser::parse_name_step(PathAst& path) {
  if (!at_name()) return fail_here();
  if (at(Token::Kind::NamePlaceholder)) {
    path.push_back({PathStep::Kind::Placeholder, std::string(take()), 0});
    return;
  }
  const std::string_view name = take();
  if (is_reserved_word(name))
    note(Fault::ReservedWord, "Attribute name is a reserved keyword; reserved keyword: " + std::string(name));
  path.push_back({PathStep::Kind::Name, std::string(name), 0});
}

void Parser::parse_index_step(PathAst& path) {
  take();
  if (!at(Token::Kind::Integer)) return fail_here();
  const std::string_view digits = take();
  std::uint64_t index = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (read.ec != std::errc() || index > kLargestIndex)
    note(Fault::Path, std::string("List index is not within the allowable range; index: [").append(digits).append("]"));
  path.push_back({PathStep::Kind::Index, {}, index});
  expect("]");
}

Parser::Level::Level(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > kMostLevels) parser_.fail_with("The expression has redundant parentheses;");
}

}  // namespace partita::expr
