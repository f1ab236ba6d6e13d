#include "documents/read_json.h"

#include <set>

#include "documents/read_limits.h"

namespace partita::documents {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The value of a hexadecimal digit, or -1.
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_utf8(std::uint32_t code, std::string& to) {
  const auto tail = [&](int shift) { to += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xc0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    to += static_cast<char>(0xe0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    to += static_cast<char>(0xf0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

// Every function returns false at the first fault.
class JsonReader {
 public:
  JsonReader(std::string_view text, const std::shared_ptr<const std::string>& file) : text_(text), file_(file) {}

  bool read_all(Node& node) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    if (!read(node, 0)) return false;
    skip_blanks();
    return at_ == text_.size();
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  Place here() const { return {file_, line_}; }

  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return;
    }
  }
  bool take(char c) {
    skip_blanks();
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool read(Node& node, int depth) {
    skip_blanks();
    node.place = here();
    if (depth > kMaxNesting || ++count_ > kMaxNodes) return false;
    if (peek() == '{') return read_map(node, depth);
    if (peek() == '[') return read_list(node, depth);
    if (take_word("null")) return true;
    node.kind = Node::Kind::Scalar;
    node.is_quoted = peek() == '"';
    if (node.is_quoted) return read_string(node.text);
    for (const std::string_view word : {"true", "false"})
      if (take_word(word)) {
        node.text = word;
        return true;
      }
    return read_number(node.text);
  }

  bool read_list(Node& node, int depth) {
    node.kind = Node::Kind::List;
    ++at_;
    if (take(']')) return true;
    do {
      if (!read(node.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']');
  }

  bool read_map(Node& node, int depth) {
    node.kind = Node::Kind::Map;
    ++at_;
    if (take('}')) return true;
    std::set<std::string> names;
    do {
      skip_blanks();
      Member member{.name = {}, .value = {}, .place = here()};
      if (!read_string(member.name) || !names.insert(member.name).second || !take(':')) return false;
      if (!read(member.value, depth + 1)) return false;
      node.members.push_back(std::move(member));
    } while (take(','));
    return take('}');
  }

  bool read_number(std::string& to) {
    const std::size_t begin = at_;
    if (peek() == '-') ++at_;
    if (peek() == '0')
      ++at_;
    else if (!skip_digits())
      return false;
    if (peek() == '.') {
      ++at_;
      if (!skip_digits()) return false;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!skip_digits()) return false;
    }
    to = text_.substr(begin, at_ - begin);
    return true;
  }
  bool skip_digits() {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    return at_ > begin;
  }

  bool read_string(std::string& to) {
    if (peek() != '"') return false;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c != '\\')
        to += c;
      else if (!read_escape(to))
        return false;
    }
    return false;
  }

  // Leaves `at_` at the last character of the escape.
  bool read_escape(std::string& to) {
    ++at_;
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = kLetters.find(peek());
    if (at_ < text_.size() && letter != kLetters.npos) {
      to += kMeanings[letter];
      return true;
    }
    std::uint32_t code = 0;
    if (!read_code_unit(code)) return false;
    const auto is_in = [](std::uint32_t unit, std::uint32_t first) { return unit >= first && unit < first + 0x400; };
    constexpr std::uint32_t kHigh = 0xd800, kLow = 0xdc00;
    if (is_in(code, kLow)) return false;
    if (is_in(code, kHigh)) {
      std::uint32_t low = 0;
      ++at_;
      if (peek() != '\\') return false;
      ++at_;
      if (!read_code_unit(low) || !is_in(low, kLow)) return false;
      code = 0x10000 + ((code - kHigh) << 10) + (low - kLow);
    }
    append_utf8(code, to);
    return true;
  }
  // "uXXXX"; leaves `at_` at the last digit.
  bool read_code_unit(std::uint32_t& unit) {
    constexpr std::size_t kDigits = 4;
    if (peek() != 'u' || text_.size() - at_ <= kDigits) return false;
    for (std::size_t i = 1; i <= kDigits; ++i) {
      const int digit = hex_digit(text_[at_ + i]);
      if (digit < 0) return false;
      unit = unit << 4 | static_cast<std::uint32_t>(digit);
    }
    at_ += kDigits;
    return true;
  }

  const std::string_view text_;
  const std::shared_ptr<const std::string>& file_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  int line_ = 1;
};

}  // namespace

std::optional<Node> read_json(std::string_view text, const std::shared_ptr<const std::string>& file) {
  Node node;
  if (!JsonReader(text, file).read_all(node)) return std::nullopt;
  return node;
}

}  // namespace partita::documents
