#include "expr/syntax/lexer.h"

#include "base/text.h"

namespace partita::expr {
namespace {

// These replace the functions of the C library, which depend on the locale.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
using base::is_digit;
bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

template <class Predicate>
std::size_t run_length(std::string_view text, Predicate belongs) {
  std::size_t length = 0;
  while (length < text.size() && belongs(text[length])) ++length;
  return length;
}

std::size_t utf8_length(char first) {
  const auto lead = static_cast<unsigned char>(first);
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

Token read_token(std::string_view rest) {
  using Kind = Token::Kind;
  const char first = rest[0];
  if (is_letter(first)) return {Kind::Name, rest.substr(0, run_length(rest, is_name_part)), 0};
  if (is_digit(first)) return {Kind::Integer, rest.substr(0, run_length(rest, is_digit)), 0};
  if (first == '#' || first == ':') {
    const std::size_t length = run_length(rest.substr(1), is_name_part);
    if (length == 0) return {Kind::Unknown, rest.substr(0, 1), 0};
    return {first == '#' ? Kind::NamePlaceholder : Kind::ValuePlaceholder, rest.substr(0, length + 1), 0};
  }
  for (const std::string_view symbol : {"<>", "<=", ">="})
    if (rest.starts_with(symbol)) return {Kind::Symbol, rest.substr(0, 2), 0};
  if (std::string_view("=<>()[].,+-").find(first) != std::string_view::npos)
    return {Kind::Symbol, rest.substr(0, 1), 0};
  return {Kind::Unknown, rest.substr(0, utf8_length(first)), 0};
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0;;) {
    at += run_length(text.substr(at), is_space);
    if (at == text.size()) break;
    Token token = read_token(text.substr(at));
    token.begin = at;
    at += token.text.size();
    tokens.push_back(token);
  }
  tokens.push_back({Token::Kind::End, "<EOF>", text.size()});
  return tokens;
}

bool is_token(std::string_view text, Token::Kind kind) {
  if (text.empty()) return false;
  const Token token = read_token(text);
  return token.kind == kind && token.text.size() == text.size();
}

bool equals_ignoring_case(std::string_view a, std::string_view upper_case) {
  if (a.size() != upper_case.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char c = a[i] >= 'a' && a[i] <= 'z' ? static_cast<char>(a[i] - 'a' + 'A') : a[i];
    if (c != upper_case[i]) return false;
  }
  return true;
}

}  // namespace partita::expr
