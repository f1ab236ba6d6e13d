#include "documents/whole_text.h"

#include <algorithm>

#include "value/utf8.h"

namespace partita::documents {
namespace {

// The parser recognizes other encodings than UTF-8 by a mark or by a zero byte as the first or the second one.
bool is_utf16_or_utf32(std::string_view text) {
  return text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE") || text.substr(0, 2).find('\0') != text.npos;
}

bool is_blank(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == line.npos || line[first] == '#';
}

bool begins_document(std::string_view line) {
  return line.starts_with("---") && (line.size() == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\r');
}

bool ends_document(std::string_view line) { return line.starts_with("...") && is_blank(line.substr(3)); }

// Finds the end of a map or list in brackets. Quotes begin a text only at a place at which a value may begin: in
// {a: it's} they are a part of the value.
class Brackets {
 public:
  // True if a value that has begun is still open behind this line.
  bool pass(std::string_view line) {
    for (; !line.empty(); line.remove_prefix(1)) {
      const char c = line.front();
      if (quote_ != 0) {
        if (c == '\\' && quote_ == '"' && line.size() > 1)
          line.remove_prefix(1);
        else if (c == quote_)
          quote_ = 0;
      } else if (depth_ == 0 && has_begun_) {
        rest_ = line;
        return false;
      } else if (c == '#' && (last_ == ' ' || last_ == '\n')) {
        break;
      } else if ((c == '"' || c == '\'') && may_begin_) {
        quote_ = c;
      } else if (c == '{' || c == '[') {
        ++depth_;
        has_begun_ = true;
      } else if (c == '}' || c == ']') {
        --depth_;
      }
      if (c != ' ' && c != '\t') may_begin_ = c == '{' || c == '[' || c == ',' || c == ':';
      last_ = c;
    }
    last_ = '\n';
    rest_ = {};
    return depth_ > 0 || quote_ != 0;
  }

  std::string_view rest() const { return rest_; }  // of the line in which the value ended

 private:
  int depth_ = 0;
  bool has_begun_ = false, may_begin_ = true;
  char quote_ = 0, last_ = '\n';
  std::string_view rest_;
};

std::optional<TextFault> find_fault_in_lines(std::string_view text) {
  text = without_byte_order_mark(text);
  bool has_content = false, is_over = false, in_brackets = false;
  Brackets brackets;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!value::is_utf8(line)) return TextFault{number, "the text is not UTF-8"};
    // The parser of YAML takes it for the backslash of an escape.
    if (line.find('\0') != line.npos)
      return TextFault{number, "the line has a zero byte, which is not allowed in a text"};
    if (begins_document(line) || ends_document(line)) {
      is_over = is_over || has_content;
      if (is_blank(line.substr(3))) continue;
    } else if (is_blank(line) || (!has_content && line.front() == '%')) {
      continue;
    }
    if (is_over && !is_blank(line))
      return TextFault{number, "a second document begins here, and a file may have only one"};
    if (!has_content) {
      const char first = line[line.find_first_not_of(" \t")];
      in_brackets = first == '{' || first == '[';
    }
    has_content = true;
    if (!in_brackets || brackets.pass(line)) continue;
    if (!is_blank(brackets.rest())) return TextFault{number, "the text goes on behind the end of its value"};
    is_over = true;
    in_brackets = false;
  }
  return std::nullopt;
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

std::optional<TextFault> find_text_fault(std::string_view text) {
  if (is_utf16_or_utf32(text)) return std::nullopt;
  return find_fault_in_lines(text);
}

}  // namespace partita::documents
