#include "keys/key_codec.h"

#include "base/check.h"
#include "value/number.h"

namespace partita::keys {
namespace {

// The first byte of a part. It is stored, so never renumber it. A number's part begins with the first byte of its
// encoding, 0x10 to 0x12.
constexpr char kString = 0x30;
constexpr char kBinary = 0x40;

// In S and B, kEscaped follows a zero byte of the content, and a zero byte with kEnd after it ends the part. Because
// 0x01 is less than 0xFF, a part sorts before the parts that it is a prefix of. Because both bytes follow 0x00, it also
// sorts before a part with any other byte there.
constexpr char kZero = '\0';
constexpr char kEnd = '\x01';
constexpr char kEscaped = '\xFF';

void append_escaped(std::string_view bytes, std::string& out) {
  for (;;) {
    const std::size_t zero = bytes.find(kZero);
    out.append(bytes.substr(0, zero));
    if (zero == std::string_view::npos) return;
    out.push_back(kZero);
    out.push_back(kEscaped);
    bytes.remove_prefix(zero + 1);
  }
}

void append_open(char code, std::string_view content, std::string& out) {
  out.push_back(code);
  append_escaped(content, out);
}

void append_part(char code, std::string_view content, std::string& out) {
  append_open(code, content, out);
  out.push_back(kZero);
  out.push_back(kEnd);
}

// Takes the content that append_part wrote after the code. Returns nullopt if the end is missing or if another byte
// follows a zero byte.
std::optional<std::string> take_content(std::string_view& in) {
  std::string content;
  for (;;) {
    const std::size_t zero = in.find(kZero);
    if (zero == std::string_view::npos || zero + 1 == in.size()) return std::nullopt;
    const char follower = in[zero + 1];
    content.append(in.substr(0, zero));
    in.remove_prefix(zero + 2);
    if (follower == kEnd) return content;
    if (follower != kEscaped) return std::nullopt;
    content.push_back(kZero);
  }
}

}  // namespace

void encode_part(const AttributeValue& value, std::string& out) {
  switch (value.type()) {
    case AttributeType::S:
      return append_part(kString, value.s(), out);
    case AttributeType::B:
      return append_part(kBinary, value.b(), out);
    case AttributeType::N: {
      const auto number = value::Number::parse(value.n());
      PARTITA_CHECK(number);
      return number->encode(out);
    }
    default:
      PARTITA_CHECK(!"a key attribute is S, N or B");
  }
}

void encode_part(value::ValueView value, std::string& out) {
  switch (value.type()) {
    case AttributeType::S:
      return append_part(kString, value.text(), out);
    case AttributeType::B:
      return append_part(kBinary, value.text(), out);
    case AttributeType::N:
      out.append(value.number());
      return;
    default:
      PARTITA_CHECK(!"a key attribute is S, N or B");
  }
}

std::optional<AttributeValue> decode_part(std::string_view& in) {
  if (in.empty()) return std::nullopt;
  const char code = in[0];
  std::string_view rest = in;
  std::optional<AttributeValue> value;
  if (code == kString || code == kBinary) {
    rest.remove_prefix(1);
    auto content = take_content(rest);
    if (!content) return std::nullopt;
    value = code == kString ? AttributeValue::string(*std::move(content)) : AttributeValue::binary(*std::move(content));
  } else {
    const auto number = value::Number::decode(rest);
    if (!number) return std::nullopt;
    value = AttributeValue::number(number->to_text());
  }
  in = rest;
  return value;
}

void encode_prefix(const AttributeValue& prefix, std::string& out) {
  PARTITA_CHECK(prefix.is(AttributeType::S) || prefix.is(AttributeType::B));
  append_open(prefix.is(AttributeType::S) ? kString : kBinary, prefix.text(), out);
}

std::string prefix_end(std::string_view bytes) {
  while (!bytes.empty() && bytes.back() == '\xFF') bytes.remove_suffix(1);
  PARTITA_CHECK(!bytes.empty());
  std::string end(bytes);
  end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

}  // namespace partita::keys
