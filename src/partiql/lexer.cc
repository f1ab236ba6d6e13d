#include "partiql/lexer.h"

#include <array>
#include <cstdlib>
#include <limits>
#include <optional>

#include "base/text.h"
#include "partiql/keywords.h"
#include "partiql/texts.h"

namespace partita::partiql {
namespace {

using base::is_digit;

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }
// Whether the byte begins a character of UTF-8.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

// Whether Java's BigDecimal can hold the number. Its exponent, and its scale, which is the number of digits behind the
// point without the exponent, are integers of 32 bits.
bool fits_big_decimal(std::string_view number) {
  const std::size_t e = number.find_first_of("eE");
  if (e == number.npos) return true;
  std::string_view digits = number.substr(e + 1);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  while (digits.starts_with('0')) digits.remove_prefix(1);
  if (digits.size() > 10) return false;
  std::int64_t exponent = 0;
  for (const char c : digits) exponent = exponent * 10 + (c - '0');
  if (negative) exponent = -exponent;
  const std::size_t point = number.find('.');
  const std::int64_t behind = point == number.npos ? 0 : static_cast<std::int64_t>(e - point - 1);
  using Int = std::numeric_limits<std::int32_t>;
  const auto fits = [](std::int64_t i) { return i >= Int::min() && i <= Int::max(); };
  return fits(exponent) && fits(behind - exponent);
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  expected<std::vector<Token>, std::string> run() {
    while (skip_blanks() && at_ < text_.size())
      if (!take_token()) break;
    if (failed_) return unexpected(std::string(kNotWellFormed));
    begin();
    add(Token::Kind::End, {});
    return std::move(tokens_);
  }

 private:
  bool fail() {
    failed_ = true;
    return false;
  }
  bool starts_with(std::string_view prefix) const { return text_.substr(at_).starts_with(prefix); }

  // Moves over `bytes` bytes and counts lines and columns.
  void step(std::size_t bytes) {
    for (; bytes > 0 && at_ < text_.size(); --bytes, ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
      } else if (begins_character(text_[at_])) {
        ++column_;
      }
    }
  }

  // Skips blanks and comments. Returns false if a comment has no end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (std::string_view(" \t\r\n\f\v").find(text_[at_]) != std::string_view::npos) {
        step(1);
      } else if (starts_with("--")) {
        while (at_ < text_.size() && text_[at_] != '\n') step(1);
      } else if (starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) return fail();
        step(end + 2 - at_);
      } else {
        break;
      }
    }
    return true;
  }

  void begin() {
    begin_ = at_;
    place_ = {line_, column_, 0};
  }
  void add(Token::Kind kind, std::string text) {
    for (const char c : text_.substr(begin_, at_ - begin_)) place_.length += begins_character(c);
    tokens_.push_back({kind, std::move(text), place_});
  }

  bool take_token() {
    begin();
    const char c = text_[at_];
    if (begins_name(c)) return take_word();
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return take_number();
    if (c == '\'') return take_quoted(Token::Kind::String);
    if (c == '"') return take_quoted(Token::Kind::QuotedName);
    return take_symbol();
  }

  bool take_word() {
    std::size_t end = at_;
    while (end < text_.size() && continues_name(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    step(word.size());
    std::string name = upper(word);
    if (is_operator_word(name))
      add(Token::Kind::Operator, std::move(name));
    else if (is_keyword(name))
      add(Token::Kind::Keyword, std::move(name));
    else
      add(Token::Kind::Name, std::string(word));
    return true;
  }

  std::size_t skip_digits(std::size_t at) const {
    while (at < text_.size() && is_digit(text_[at])) ++at;
    return at;
  }

  // digits [. digits] or . digits, then [e [+-] digits]
  bool take_number() {
    std::size_t end = skip_digits(at_);
    if (end < text_.size() && text_[end] == '.') end = skip_digits(end + 1);
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t digits = end + 1;
      if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
      if (digits >= text_.size() || !is_digit(text_[digits])) return fail();
      end = skip_digits(digits);
    }
    // A name must not follow at once, as in 1abc.
    if (end < text_.size() && begins_name(text_[end])) return fail();
    const std::string_view number = text_.substr(at_, end - at_);
    if (!fits_big_decimal(number)) return fail();
    step(number.size());
    add(Token::Kind::Number, std::string(number));
    return true;
  }

  // A quote inside is written twice.
  bool take_quoted(Token::Kind kind) {
    const char quote = text_[at_];
    std::string content;
    std::size_t end = at_ + 1;
    for (;; ++end) {
      if (end >= text_.size()) return fail();
      if (text_[end] == quote) {
        if (end + 1 >= text_.size() || text_[end + 1] != quote) break;
        ++end;
      }
      content += text_[end];
    }
    step(end + 1 - at_);
    add(kind, std::move(content));
    return true;
  }

  bool take_symbol() {
    for (const std::string_view op : {"<<", ">>"})
      if (starts_with(op)) return take_symbol(Token::Kind::Symbol, op, op);
    if (starts_with("!=")) return take_symbol(Token::Kind::Operator, "!=", "<>");
    for (const std::string_view op : {"<>", "<=", ">=", "||", "=", "<", ">", "+", "-", "*", "/", "%"})
      if (starts_with(op)) return take_symbol(Token::Kind::Operator, op, op);
    const std::string_view one = text_.substr(at_, 1);
    if (std::string_view("()[]{}.,:;?").find(one) == std::string_view::npos) return fail();
    return take_symbol(Token::Kind::Symbol, one, one);
  }
  bool take_symbol(Token::Kind kind, std::string_view written, std::string_view meant) {
    step(written.size());
    add(kind, std::string(meant));
    return true;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  std::size_t begin_ = 0;  // of the current token
  TokenPlace place_;
  std::vector<Token> tokens_;
  bool failed_ = false;
};

}  // namespace

expected<std::vector<Token>, std::string> tokenize(std::string_view text) { return Lexer(text).run(); }

}  // namespace partita::partiql
