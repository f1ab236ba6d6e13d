#include "protocol/json_writer.h"

#include <bit>
#include <charconv>
#include <cstring>

namespace partita::protocol {
namespace {

bool needs_escape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

// Whether any of eight bytes does. The arithmetic may err only towards a yes.
bool any_needs_escape(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kTops = 0x8080808080808080;
  const auto has_zero = [](std::uint64_t x) { return (x - kOnes) & ~x & kTops; };
  const std::uint64_t below_space = (bytes - kOnes * 0x20) & ~bytes & kTops;
  return (below_space | has_zero(bytes ^ kOnes * '"') | has_zero(bytes ^ kOnes * '\\')) != 0;
}

// How many leading bytes can be copied as they are.
std::size_t plain_prefix(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, text.data() + i, 8);
    if (any_needs_escape(bytes)) break;
  }
  while (i < text.size() && !needs_escape(static_cast<unsigned char>(text[i]))) ++i;
  return i;
}

void append_escape(unsigned char c, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"': out.append("\\\""); return;
    case '\\': out.append("\\\\"); return;
    case '\b': out.append("\\b"); return;
    case '\f': out.append("\\f"); return;
    case '\n': out.append("\\n"); return;
    case '\r': out.append("\\r"); return;
    case '\t': out.append("\\t"); return;
    default: out.append("\\u00").append({kHex[c >> 4], kHex[c & 15]});
  }
}

}  // namespace

void write(Writer& writer, std::string_view text) {
  std::string& out = writer.out;
  out.push_back('"');
  for (;;) {
    const std::size_t plain = plain_prefix(text);
    out.append(text.substr(0, plain));
    if (plain == text.size()) break;
    append_escape(static_cast<unsigned char>(text[plain]), out);
    text.remove_prefix(plain + 1);
  }
  out.push_back('"');
}

void write(Writer& writer, bool value) { writer.out.append(value ? "true" : "false"); }

void write(Writer& writer, std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  writer.out.append(digits, end);
}

void write(Writer& writer, double value) {
  char digits[400];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  writer.out.append(text);
  if (text.find('.') == std::string_view::npos) writer.out.append(".0");
}

}  // namespace partita::protocol
