#include "transfer/formats/ion_parser.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/base64.h"
#include "base/text.h"
#include "base/utf8.h"
#include "transfer/formats/byte_set.h"
#include "value/number.h"

namespace partita::transfer {
namespace {

constexpr std::string_view kIonBlanks = " \t\r\n\v\f";
constexpr ByteSet kBlankBytes(kIonBlanks), kTokenEnds(" \t\r\n\v\f,[]{}():'\""), kTextEnds("\\'\"\r\n");
constexpr std::string_view kIonVersion = "$ion_1_0";
constexpr std::string_view kLongQuote = "'''";

bool is_in_word(char c) {
  const char lower = base::lower(c);
  return (lower >= 'a' && lower <= 'z') || base::is_digit(c) || c == '_' || c == '$';
}

}  // namespace

bool IonParser::refuse(std::string why) {
  // The first fault is the cause of the others.
  if (fault_.empty()) fault_ = std::move(why) + ", at character " + std::to_string(at_ + 1) + " of the record";
  return false;
}

bool IonParser::take(std::string_view text) {
  if (!at(text)) return false;
  at_ += text.size();
  return true;
}

void IonParser::skip_blanks() {
  for (;;) {
    while (at_ < text_.size() && kBlankBytes.has(text_[at_])) ++at_;
    if (!at('/')) return;
    if (at("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (at("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == text_.npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

bool IonParser::has_value() {
  skip_blanks();
  while (at(kIonVersion) &&
         (at_ + kIonVersion.size() == text_.size() || !is_in_word(text_[at_ + kIonVersion.size()]))) {
    at_ += kIonVersion.size();
    skip_blanks();
  }
  return at_ < text_.size();
}

std::string_view IonParser::token() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !kTokenEnds.has(text_[at_]) && !(text_[at_] == '/' && (at("//") || at("/*")))) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool IonParser::read_value(int levels_left, AttributeValue& out) {
  skip_blanks();
  if (levels_left == 0) return refuse("the values nest too deeply");
  // An annotation is a name in front of "::".
  const std::size_t begin = at_;
  if (at_ < text_.size() && (at('\'') || (is_in_word(text_[at_]) && !base::is_digit(text_[at_]))) && !at(kLongQuote)) {
    std::string annotation;
    if (!read_name(annotation)) return false;
    skip_blanks();
    if (take("::")) return read_set(annotation, out);
    at_ = begin;
  }
  return read_bare_value(levels_left, out);
}

bool IonParser::read_bare_value(int levels_left, AttributeValue& out) {
  if (at_ == text_.size()) return refuse("the record ends too early");
  if (at("{{")) return read_blob(out);
  if (at('{')) {
    AttributeMap map;
    if (!read_struct(levels_left, map)) return false;
    out = AttributeValue::map(std::move(map));
    return true;
  }
  if (at('[')) {
    AttributeValue::List list;
    if (!read_list(levels_left, list)) return false;
    out = AttributeValue::list(std::move(list));
    return true;
  }
  if (at('"') || at(kLongQuote)) {
    std::string text;
    if (!read_string(text)) return false;
    out = AttributeValue(std::move(text));
    return true;
  }
  if (base::is_digit(text_[at_]) || at('-')) return read_number(out);
  return read_word(out);
}

bool IonParser::read_word(AttributeValue& out) {
  const std::size_t begin = at_;
  const std::string_view word = token();
  if (word == "true" || word == "false")
    out = AttributeValue::boolean(word == "true");
  else if (word == "null" || word.starts_with("null."))
    out = AttributeValue::null();
  else
    return at_ = begin, refuse("DynamoDB has no type for this value of Ion");
  return true;
}

bool IonParser::read_number(AttributeValue& out) {
  const std::size_t begin = at_;
  std::string text(token());
  std::erase(text, '_');
  // Ion writes the exponent of a decimal with d and that of a float with e.
  std::ranges::replace_if(
      text, [](char c) { return c == 'd' || c == 'D'; }, 'e');
  if (const auto number = value::Number::parse(text); !number) {
    at_ = begin;
    return refuse(number.error().message);
  }
  out = AttributeValue::number(std::move(text));
  return true;
}

bool IonParser::read_list(int levels_left, AttributeValue::List& out) {
  ++at_;
  for (;;) {
    skip_blanks();
    if (take("]")) return true;
    if (!read_value(levels_left - 1, out.emplace_back())) return false;
    skip_blanks();
    if (!take(",") && !at(']')) return refuse("a list needs a comma or a bracket here");
  }
}

bool IonParser::read_struct(int levels_left, AttributeMap& out) {
  ++at_;
  std::vector<Attribute> attributes;
  for (;;) {
    skip_blanks();
    if (take("}")) break;
    Attribute& attribute = attributes.emplace_back();
    if (!read_name(attribute.name)) return false;
    skip_blanks();
    if (!take(":")) return refuse("a name of a struct needs a colon behind it");
    if (!read_value(levels_left - 1, attribute.value)) return false;
    skip_blanks();
    if (!take(",") && !at('}')) return refuse("a struct needs a comma or a brace here");
  }
  // Inserting in any other order than that of the names would take quadratic time.
  std::ranges::stable_sort(attributes, {}, &Attribute::name);
  out.reserve(attributes.size());
  for (Attribute& attribute : attributes) out.set(attribute.name, std::move(attribute.value));
  return true;
}

bool IonParser::read_name(std::string& out) {
  if (at('"') || at(kLongQuote)) return read_string(out);
  if (take("'")) return read_quoted("'", out);
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_in_word(text_[at_])) ++at_;
  out = text_.substr(begin, at_ - begin);
  if (out.empty() || base::is_digit(out.front())) return refuse("a name is expected here");
  if (out.size() > 1 && out.front() == '$' && std::ranges::all_of(out.substr(1), base::is_digit))
    return refuse("a number of a symbol cannot be a name");
  return true;
}

bool IonParser::read_set(std::string_view annotation, AttributeValue& out) {
  AttributeType type;
  if (annotation == "$dynamodb_SS")
    type = AttributeType::S;
  else if (annotation == "$dynamodb_NS")
    type = AttributeType::N;
  else if (annotation == "$dynamodb_BS")
    type = AttributeType::B;
  else
    return refuse("the annotation " + std::string(annotation) + " is not known");
  skip_blanks();
  AttributeValue::List list;
  if (!at('[')) return refuse("a set must be a list");
  if (!read_list(2, list)) return false;
  AttributeValue::Set set;
  for (AttributeValue& element : list) {
    if (!element.is(type)) return refuse("a set has an element of another type");
    set.push_back(std::move(element.text()));
  }
  if (type == AttributeType::S) out = AttributeValue::string_set(std::move(set));
  if (type == AttributeType::N) out = AttributeValue::number_set(std::move(set));
  if (type == AttributeType::B) out = AttributeValue::binary_set(std::move(set));
  return true;
}

bool IonParser::read_blob(AttributeValue& out) {
  const std::size_t end = text_.find("}}", at_ + 2);
  if (end == text_.npos) return refuse("the record ends inside a blob");
  std::string text(text_.substr(at_ + 2, end - at_ - 2));
  std::erase_if(text, [](char c) { return kBlankBytes.has(c); });
  auto bytes = base::decode_base64(text);
  if (!bytes) return refuse("the text is not base64");
  at_ = end + 2;
  out = AttributeValue::binary(*std::move(bytes));
  return true;
}

bool IonParser::read_string(std::string& out) {
  if (take("\"")) return read_quoted("\"", out);
  // Long strings behind each other are one string.
  while (take(kLongQuote)) {
    if (!read_quoted(kLongQuote, out)) return false;
    skip_blanks();
  }
  return true;
}

// Appends the text up to `quote`, which is taken too.
bool IonParser::read_quoted(std::string_view quote, std::string& out) {
  while (at_ < text_.size()) {
    if (take(quote)) return true;
    const char c = text_[at_];
    if (c == '\\') {
      if (!read_escape(out)) return false;
    } else if (quote != kLongQuote && (c == '\n' || c == '\r')) {
      return refuse("a text ends with its line");
    } else {
      const std::size_t end = kTextEnds.find_in(text_, at_ + 1);
      out += text_.substr(at_, end - at_);
      at_ = end;
    }
  }
  return refuse("the record ends inside a text");
}

bool IonParser::read_escape(std::string& out) {
  constexpr std::string_view kLetters = "0abtnfrv\"'?\\/";
  constexpr std::string_view kMeanings("\0\a\b\t\n\f\r\v\"'?\\/", 13);
  const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  at_ += 2;
  if (c == 'x') return read_code_point(2, out);
  if (c == 'u') return read_code_point(4, out);
  if (c == 'U') return read_code_point(8, out);
  if (c == '\n') return true;
  if (c == '\r') return take("\n"), true;
  const std::size_t letter = kLetters.find(c);
  if (letter == kLetters.npos) return refuse("an escape is not known");
  out += kMeanings[letter];
  return true;
}

bool IonParser::read_code_point(int digits, std::string& out) {
  const auto read = [&](int count, std::uint32_t& number) {
    const std::string_view text = text_.substr(std::min(at_, text_.size()), static_cast<std::size_t>(count));
    at_ += text.size();
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    return text.size() == static_cast<std::size_t>(count) && parsed.ec == std::errc() &&
           parsed.ptr == text.data() + text.size();
  };
  std::uint32_t c = 0, low = 0;
  if (!read(digits, c)) return refuse("an escape needs hexadecimal digits");
  if (c >= 0xD800 && c < 0xDC00) {
    if (!take("\\u") || !read(4, low) || low < 0xDC00 || low > 0xDFFF) return refuse("half of a character is missing");
    c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
  }
  if (c > 0x10FFFF || (c >= 0xDC00 && c < 0xE000)) return refuse("an escape is not a character");
  base::append_utf8(out, c);
  return true;
}

}  // namespace partita::transfer
