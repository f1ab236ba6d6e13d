#include "templates/variable_text.h"

#include <cctype>

#include "base/text.h"

namespace partita::templates {
namespace {

bool is_type_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

std::string_view trimmed(std::string_view text) { return base::trimmed(text, " \t\n\v\f\r"); }

// Whether the text begins with a source's type and its ( or :. The two colons of "AWS::Region" belong to
// CloudFormation.
bool starts_source(std::string_view text) {
  text = trimmed(text);
  std::size_t end = 0;
  while (end < text.size() && is_type_char(text[end])) ++end;
  if (end == 0 || end == text.size()) return false;
  return text[end] == '(' || (text[end] == ':' && text.substr(end, 2) != "::");
}

// Walks over a text and keeps track of its nesting in ${}, () and quotes.
class Nesting {
 public:
  // Takes the character at `at`, or a whole ${. Returns the number of characters taken.
  std::size_t take(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
      return 1;
    }
    if (text.substr(at, 2) == "${") {
      ++braces_;
      return 2;
    }
    if (c == '\'' || c == '"') quote_ = c;
    if (c == '}') --braces_;
    if (c == '(') ++parentheses_;
    if (c == ')') --parentheses_;
    return 1;
  }
  bool outside() const { return quote_ == 0 && braces_ == 0 && parentheses_ <= 0; }
  bool closed() const { return quote_ == 0 && braces_ < 0; }

 private:
  char quote_ = 0;
  int braces_ = 0;
  int parentheses_ = 0;
};

// The position of the } that ends a variable, or npos if it is missing. `begin` is the first position after the ${.
std::size_t end_of_variable(std::string_view text, std::size_t begin) {
  Nesting nesting;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t here = at;
    at += nesting.take(text, at);
    if (nesting.closed()) return here;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<std::vector<Piece>> split_variables(std::string_view text) {
  std::vector<Piece> pieces;
  std::size_t plain = 0;
  const auto add_plain = [&](std::size_t end) {
    if (end > plain) pieces.push_back({Piece::Kind::Plain, text.substr(plain, end - plain)});
  };
  for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at)) {
    if (!starts_source(text.substr(at + 2))) {
      at += 2;
      continue;
    }
    const std::size_t end = end_of_variable(text, at + 2);
    if (end == std::string_view::npos) return std::nullopt;
    add_plain(at);
    pieces.push_back({Piece::Kind::Variable, text.substr(at + 2, end - at - 2)});
    at = plain = end + 1;
  }
  add_plain(text.size());
  return pieces;
}

std::vector<std::string_view> split_fallbacks(std::string_view variable) {
  std::vector<std::string_view> parts;
  Nesting nesting;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < variable.size();) {
    if (variable[at] == ',' && nesting.outside()) {
      parts.push_back(trimmed(variable.substr(begin, at - begin)));
      begin = at + 1;
    }
    at += nesting.take(variable, at);
  }
  parts.push_back(trimmed(variable.substr(begin)));
  return parts;
}

std::optional<std::string_view> unquoted(std::string_view text) {
  if (text.size() < 2 || (text.front() != '\'' && text.front() != '"') || text.back() != text.front())
    return std::nullopt;
  return text.substr(1, text.size() - 2);
}

std::optional<Source> parse_source(std::string_view text) {
  if (!starts_source(text)) return std::nullopt;
  Source source;
  std::size_t at = 0;
  while (is_type_char(text[at])) ++at;
  source.type = text.substr(0, at);
  if (text[at] == '(') {
    const std::size_t end = text.find(')', at);
    if (end == std::string_view::npos) return std::nullopt;
    source.parameter = trimmed(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  if (at == text.size()) return source;
  if (text[at] != ':') return std::nullopt;
  source.address = trimmed(text.substr(at + 1));
  return source;
}

}  // namespace partita::templates
