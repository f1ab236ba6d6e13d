#include "iam/json.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace partita::iam {
namespace {

constexpr int kMostLevels = 32;

class JsonParser {
 public:
  explicit JsonParser(std::string_view text) : text_(text) {}

  expected<Json, DocumentFault> parse() {
    Json root;
    skip_blanks();
    if (!value(root, 0)) return unexpected(std::move(fault_));
    skip_blanks();
    if (at_ < text_.size()) {
      fail("the text goes on after the document; remove the rest");
      return unexpected(std::move(fault_));
    }
    return root;
  }

 private:
  // Sets the fault at the current place. Returns false.
  bool fail(std::string text) {
    fault_ = {place(), "this is not JSON: " + std::move(text)};
    return false;
  }

  // Counts on from the place before, because a long text has many values.
  JsonPlace place() {
    if (at_ < counted_) counted_ = 0, place_ = {};
    for (; counted_ < at_; ++counted_) {
      const auto c = static_cast<unsigned char>(text_[counted_]);
      if (c == '\n')
        place_ = {place_.line + 1, 1};
      else
        place_.column += (c & 0xC0) != 0x80;
    }
    return place_;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  bool value(Json& out, int level) {
    out.place = place();
    if (level > kMostLevels) return fail("it has more than 32 levels");
    if (at_ == text_.size()) return fail("the text ends where a value should be");
    if (take("{")) return object(out, level);
    if (take("[")) return list(out, level);
    if (next() == '"') {
      out.kind = Json::Kind::String;
      return string(out.text);
    }
    if (take("null")) return true;
    for (const std::string_view word : {"true", "false"})
      if (take(word)) {
        out.kind = Json::Kind::Bool;
        out.text = word;
        return true;
      }
    return number(out);
  }

  bool object(Json& out, int level) {
    out.kind = Json::Kind::Object;
    skip_blanks();
    if (take("}")) return true;
    for (;;) {
      skip_blanks();
      Json::Member member{{}, place(), {}};
      if (next() != '"') return fail("a member's name in double quotes should be here");
      if (!string(member.name)) return false;
      skip_blanks();
      if (!take(":")) return fail("a colon should be here");
      skip_blanks();
      if (!value(member.value, level + 1)) return false;
      out.members.push_back(std::move(member));
      skip_blanks();
      if (take("}")) return true;
      if (!take(",")) return fail("a comma or } should be here");
    }
  }

  bool list(Json& out, int level) {
    out.kind = Json::Kind::List;
    skip_blanks();
    if (take("]")) return true;
    for (;;) {
      skip_blanks();
      if (!value(out.elements.emplace_back(), level + 1)) return false;
      skip_blanks();
      if (take("]")) return true;
      if (!take(",")) return fail("a comma or ] should be here");
    }
  }

  bool digits(std::string& out) {
    if (!base::is_digit(next())) return fail("a value should be here");
    for (; base::is_digit(next()); ++at_) out.push_back(next());
    return true;
  }

  bool number(Json& out) {
    out.kind = Json::Kind::Number;
    const std::size_t begin = at_;
    take("-");
    const bool zero = next() == '0';
    std::string integer, ignored;
    if (!digits(integer)) return false;
    if (zero && integer.size() > 1) return fail("a number must not begin with 0");
    if (take(".") && !digits(ignored)) return false;
    if (next() == 'e' || next() == 'E') {
      ++at_;
      if (!take("+")) take("-");
      if (!digits(ignored)) return false;
    }
    out.text = text_.substr(begin, at_ - begin);
    return true;
  }

  bool string(std::string& out) {
    ++at_;  // the quotation mark
    for (;;) {
      if (at_ == text_.size()) return fail("a text has no closing quotation mark");
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c < 0x20) return fail("a text has a control character; write it as \\n, \\t or \\u00XX");
      ++at_;
      if (c != '\\')
        out.push_back(static_cast<char>(c));
      else if (!escape(out))
        return false;
    }
  }

  bool escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = next();
    if (const std::size_t i = kLetters.find(letter); at_ < text_.size() && i != std::string_view::npos) {
      out.push_back(kMeanings[i]);
      ++at_;
      return true;
    }
    if (!take("u")) return fail("a backslash is followed by an unknown letter; write \\\\ for a backslash");
    std::uint32_t code = 0;
    if (!unit(code)) return false;
    if (code >= 0xD800 && code < 0xDC00) {
      std::uint32_t low = 0;
      if (!take("\\u") || !unit(low) || low < 0xDC00 || low > 0xDFFF)
        return fail("half of a surrogate pair is missing");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code < 0xE000) {
      return fail("half of a surrogate pair is missing");
    }
    base::append_utf8(out, code);
    return true;
  }

  bool unit(std::uint32_t& code) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const int digit = std::max(base::lower_hex_digit(next()), base::upper_hex_digit(next()));
      if (digit < 0) return fail("\\u must be followed by four hexadecimal digits");
      code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;  // the bytes before place_
  JsonPlace place_;
  DocumentFault fault_;
};

}  // namespace

const Json* Json::find(std::string_view name) const {
  for (const Member& member : members)
    if (member.name == name) return &member.value;
  return nullptr;
}

std::string_view Json::kind_name() const {
  switch (kind) {
    case Kind::Null:
      return "null";
    case Kind::Bool:
      return "true or false";
    case Kind::Number:
      return "a number";
    case Kind::String:
      return "a text";
    case Kind::List:
      return "a list";
    case Kind::Object:
      return "an object";
  }
  return {};
}

expected<Json, DocumentFault> parse_json(std::string_view text) { return JsonParser(text).parse(); }

}  // namespace partita::iam
