#include "modelling/read/hcl/hcl_cursor.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace partita::modelling::hcl {
namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Appends the code point as UTF-8.
void append_code_point(std::string& out, unsigned point) {
  if (point < 0x80) {
    out.push_back(static_cast<char>(point));
  } else if (point < 0x800) {
    out.push_back(static_cast<char>(0xC0 | point >> 6));
    out.push_back(static_cast<char>(0x80 | (point & 0x3F)));
  } else if (point < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | point >> 12));
    out.push_back(static_cast<char>(0x80 | (point >> 6 & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (point & 0x3F)));
  } else {
    out.push_back(static_cast<char>(0xF0 | point >> 18));
    out.push_back(static_cast<char>(0x80 | (point >> 12 & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (point >> 6 & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (point & 0x3F)));
  }
}

// Texts in ${...} in texts.
constexpr int kDeepestText = 60;

bool is_code_point(unsigned point) { return point < 0xD800 || (point > 0xDFFF && point <= 0x10FFFF); }

}  // namespace

char Cursor::take_any() {
  const char c = text_[at_++];
  if (c == '\n') ++line_;
  return c;
}

bool Cursor::take(char c) {
  if (at_end() || peek() != c) return false;
  take_any();
  return true;
}

bool Cursor::skip_comment() {
  if (peek() == '#' || (peek() == '/' && peek(1) == '/')) {
    while (!at_end() && peek() != '\n') take_any();
    return true;
  }
  if (peek() != '/' || peek(1) != '*') return false;
  const std::size_t end = text_.find("*/", at_ + 2);
  const std::size_t stop = end == text_.npos ? text_.size() : end + 2;
  while (at_ < stop) take_any();
  return true;
}

void Cursor::skip_blanks(Newlines newlines) {
  while (!at_end()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && newlines == Newlines::Skip))
      take_any();
    else if (!skip_comment())
      return;
  }
}

std::string Cursor::take_name() {
  if (!begins_name(peek())) return {};
  const std::size_t begin = at_;
  while (begins_name(peek()) || base::is_digit(peek()) || peek() == '-') ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::string Cursor::take_number() {
  const std::size_t begin = at_;
  if (peek() == '-') ++at_;
  while (base::is_digit(peek()) || peek() == '.' || peek() == 'e' || peek() == 'E' ||
         ((peek() == '-' || peek() == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))
    ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

bool Cursor::take_escape(std::string& out) {
  take_any();
  if (at_end()) return false;
  const char c = take_any();
  switch (c) {
    case 'n':
      return out.push_back('\n'), true;
    case 'r':
      return out.push_back('\r'), true;
    case 't':
      return out.push_back('\t'), true;
    case '"':
    case '\\':
      return out.push_back(c), true;
    case 'u':
    case 'U': {
      unsigned point = 0;
      for (int digits = c == 'u' ? 4 : 8; digits > 0; --digits) {
        const int digit = at_end() ? -1 : std::max(base::lower_hex_digit(peek()), base::upper_hex_digit(peek()));
        if (digit < 0) return false;
        point = point << 4 | static_cast<unsigned>(digit);
        take_any();
      }
      if (!is_code_point(point)) return false;
      return append_code_point(out, point), true;
    }
    default:
      return false;
  }
}

std::optional<Cursor::Heredoc> Cursor::take_heredoc() {
  take('<');
  take('<');
  const bool indented = take('-');
  const std::string name = take_name();
  while (peek() == ' ' || peek() == '\r') take_any();
  if (name.empty() || !take('\n')) return std::nullopt;
  std::vector<std::string_view> lines;
  for (;;) {
    if (at_end()) return std::nullopt;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view one = text_.substr(at_, end - at_);
    const bool is_last = base::trimmed(one) == name;
    while (at_ < end) take_any();
    if (is_last) break;  // the newline behind it ends the expression
    lines.push_back(one);
    if (!at_end()) take_any();
  }
  std::size_t indent = std::string_view::npos;
  for (const std::string_view one : lines)
    if (const std::size_t first = one.find_first_not_of(" \t"); first != one.npos) indent = std::min(indent, first);
  Heredoc heredoc;
  for (const std::string_view one : lines) {
    heredoc.text.append(indented && indent != one.npos ? one.substr(std::min(indent, one.size())) : one);
    heredoc.text.push_back('\n');
  }
  return heredoc;
}

bool Cursor::begins_with_for(char open) const {
  Cursor ahead = *this;
  if (!ahead.take(open)) return false;
  ahead.skip_blanks(Newlines::Skip);
  return ahead.take_name() == "for";
}

bool Cursor::at_expression_end() const {
  const char c = peek();
  if (c == '~') return peek(1) == '}';  // of ${...~}
  return at_end() || c == '\n' || c == ',' || c == '}' || c == ']' || c == ')';
}

bool Cursor::skip_text(int depth) {
  if (depth > kDeepestText) return false;
  take('"');
  int braces = 0;  // of ${...}
  while (!at_end()) {
    if (braces > 0 && peek() == '"') {
      if (!skip_text(depth + 1)) return false;
      continue;
    }
    const char c = take_any();
    if (c == '\\' && !at_end())
      take_any();
    else if (braces == 0 && c == '"')
      return true;
    else if ((c == '$' || c == '%') && peek() == '{')
      take_any(), ++braces;
    else if (braces > 0 && c == '{')
      ++braces;
    else if (braces > 0 && c == '}')
      --braces;
  }
  return false;
}

bool Cursor::skip_expression() {
  std::string closing;
  while (!at_end()) {
    const char c = peek();
    if (closing.empty() && at_expression_end()) return true;
    if (skip_comment()) continue;
    if (c == '"') {
      if (!skip_text()) return false;
    } else if (c == '<' && peek(1) == '<' && (begins_name(peek(2)) || peek(2) == '-')) {
      if (!take_heredoc()) return false;
    } else {
      take_any();
      if (c == '(') closing.push_back(')');
      if (c == '[') closing.push_back(']');
      if (c == '{') closing.push_back('}');
      if (c == ')' || c == ']' || c == '}') {
        if (closing.back() != c) return false;
        closing.pop_back();
      }
    }
  }
  return closing.empty();
}

}  // namespace partita::modelling::hcl
