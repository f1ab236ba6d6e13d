#include "base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace partita::base {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kAlphabetForUrls[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t kBad = 0xff;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  for (auto& value : values) value = kBad;
  for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kAlphabet[i])] = i;
  return values;
}
constexpr std::array<std::uint8_t, 256> kValues = make_values();

std::uint32_t byte_at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

}  // namespace

void encode_base64(std::string_view bytes, char* to, Base64 alphabet) {
  const char* const characters = alphabet == Base64::ForUrls ? kAlphabetForUrls : kAlphabet;
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t bits = byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) *to++ = characters[bits >> shift & 63];
  }
  if (i == bytes.size()) return;
  const bool two = i + 2 == bytes.size();
  const std::uint32_t bits = byte_at(bytes, i) << 16 | (two ? byte_at(bytes, i + 1) << 8 : 0);
  *to++ = characters[bits >> 18 & 63];
  *to++ = characters[bits >> 12 & 63];
  *to++ = two ? characters[bits >> 6 & 63] : '=';
  *to++ = '=';
}

std::string to_base64(std::string_view bytes) {
  std::string text(base64_size(bytes.size()), '\0');
  encode_base64(bytes, text.data());
  return text;
}

std::string to_base64_for_urls(std::string_view bytes) {
  std::string text(base64_size(bytes.size()), '\0');
  encode_base64(bytes, text.data(), Base64::ForUrls);
  while (text.ends_with('=')) text.pop_back();
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  for (int pads = 0; pads < 2 && text.ends_with('='); ++pads) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kBad) return std::nullopt;
    bits = (bits << 6 | value) & 0xffff;
    bit_count += 6;
    if (bit_count >= 8) bytes.push_back(static_cast<char>(bits >> (bit_count -= 8)));
  }
  const bool stray_bits = (bits & ((1u << bit_count) - 1)) != 0;
  if (stray_bits || bit_count == 6) return std::nullopt;
  return bytes;
}

std::optional<std::string> decode_base64_for_urls(std::string_view text) {
  if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string standard(text);
  std::replace(standard.begin(), standard.end(), '-', '+');
  std::replace(standard.begin(), standard.end(), '_', '/');
  while (standard.size() % 4 != 0) standard += '=';
  return decode_base64(standard);
}

}  // namespace partita::base
