// uuid is an identifier of 128 bits. Its text is 123e4567-e89b-42d3-a456-426614174000.
#pragma once

#include <partita/export.h>
#include <partita/model/detail/fixed_string.h>

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

struct uuid {
  std::array<std::uint8_t, 16> octets = {};  // all zero: the nil UUID

  // Makes a UUID of version 4, from the system's source of randomness.
  PARTITA_API static uuid random();
  // Reads 36 characters, in lower or upper case.
  static constexpr std::optional<uuid> parse(std::string_view text);
  // Returns 36 characters, in lower case.
  PARTITA_API std::string text() const;

  friend constexpr auto operator<=>(const uuid&, const uuid&) = default;
  PARTITA_API friend std::ostream& operator<<(std::ostream&, const uuid&);
};

namespace detail {
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
}  // namespace detail

constexpr std::optional<uuid> uuid::parse(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  uuid result;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    if (at == 8 || at == 13 || at == 18 || at == 23) {
      if (text[at] != '-') return std::nullopt;
      ++at;
    }
    const int high = detail::hex_digit(text[at]), low = detail::hex_digit(text[at + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    result.octets[i] = static_cast<std::uint8_t>(high << 4 | low);
    at += 2;
  }
  return result;
}

namespace literals {
template <fixed_string Text>
constexpr uuid operator""_uuid() {
  constexpr std::optional<uuid> kParsed = uuid::parse(Text.view());
  static_assert(kParsed.has_value(), "not a UUID: write it as \"123e4567-e89b-42d3-a456-426614174000\"_uuid");
  return kParsed.value_or(uuid());
}
}  // namespace literals

}  // namespace partita::model

template <>
struct std::hash<partita::model::uuid> {
  std::size_t operator()(const partita::model::uuid& u) const noexcept {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(u.octets.data()), u.octets.size()});
  }
};
