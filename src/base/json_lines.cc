#include "base/json_lines.h"

#include <cstdint>
#include <utility>

#include "base/text.h"

namespace partita::base {

namespace {

// The character that `rest` begins with, if YAML wants it escaped, else 0.
std::uint16_t unwanted(std::string_view rest) {
  const auto byte = [&](std::size_t i) { return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0u; };
  if (byte(0) == 0x7f) return 0x7f;
  if (byte(0) == 0xc2 && byte(1) < 0xa0) return static_cast<std::uint16_t>(byte(1));
  for (const std::uint16_t code : {0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff})
    if (byte(0) == (0xe0u | code >> 12) && byte(1) == (0x80u | (code >> 6 & 0x3f)) &&
        byte(2) == (0x80u | (code & 0x3f)))
      return code;
  return 0;
}

}  // namespace

std::string json_text(std::string_view text) {
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt";
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t escape = kEscaped.find(text[at]); escape != kEscaped.npos) {
      (out += '\\') += kLetters[escape];
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::uint16_t code = byte < 0x20 ? byte : unwanted(text.substr(at));
    if (code == 0 && byte != 0) {
      out += text[at];
      continue;
    }
    out += "\\u";
    append_hex(out, static_cast<unsigned char>(code >> 8));
    append_hex(out, static_cast<unsigned char>(code & 0xff));
    at += code < 0x80 ? 0 : code < 0x800 ? 1 : 2;
  }
  return out + '"';
}

void JsonLines::open(std::string_view name, char bracket) {
  start(name);
  out_ += bracket;
  first_ = true;
  open_ += bracket;
}

void JsonLines::close(char bracket) {
  open_.pop_back();
  if (!first_) line();
  first_ = false;
  out_ += bracket;
}

void JsonLines::raw(std::string_view name, std::string_view json) {
  start(name);
  out_ += json;
}

void JsonLines::text(std::string_view name, std::string_view value) { raw(name, json_text(value)); }

void JsonLines::text_or_null(std::string_view name, std::string_view value) {
  if (value.empty()) return raw(name, "null");
  text(name, value);
}

void JsonLines::flag(std::string_view name, bool value) { raw(name, value ? "true" : "false"); }

std::string JsonLines::take() {
  first_ = true;
  return std::exchange(out_, {}) + '\n';
}

void JsonLines::start(std::string_view name) {
  if (!open_.empty()) {
    if (!first_) out_ += ',';
    line();
  }
  first_ = false;
  if (!open_.empty() && open_.back() == '{') out_ += json_text(name) + ": ";
}

}  // namespace partita::base
