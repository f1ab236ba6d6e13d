// ulid is an identifier of 48 bits of milliseconds since 1970 and 80 random bits. Its text has 26 characters and sorts
// as the values do.
#pragma once

#include <partita/export.h>
#include <partita/model/detail/fixed_string.h>

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

struct ulid {
  std::array<std::uint8_t, 16> octets = {};  // the time, then the random bits, both with the highest byte first

  // Reads 26 characters of Crockford's base 32, in upper or lower case. The first one must be at most '7'.
  static constexpr std::optional<ulid> parse(std::string_view text);
  // Returns 26 characters, in upper case.
  PARTITA_API std::string text() const;
  constexpr std::int64_t time_ms() const {
    std::int64_t ms = 0;
    for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | octets[i];
    return ms;
  }

  friend constexpr auto operator<=>(const ulid&, const ulid&) = default;
  PARTITA_API friend std::ostream& operator<<(std::ostream&, const ulid&);
};

namespace detail {
inline constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
}

constexpr std::optional<ulid> ulid::parse(std::string_view text) {
  if (text.size() != 26 || text[0] > '7') return std::nullopt;
  ulid result;
  // The text has 26 digits of five bits. The first two bits do not belong to the value.
  std::uint32_t bits = 0;
  int bit_count = -2;
  std::size_t octet = 0;
  for (char c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    const std::size_t digit = detail::kCrockford.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 5 | static_cast<std::uint32_t>(digit)) & 0xFFF;
    bit_count += 5;
    if (bit_count < 8) continue;
    bit_count -= 8;
    result.octets[octet++] = static_cast<std::uint8_t>(bits >> bit_count);
  }
  return result;
}

namespace literals {
template <fixed_string Text>
constexpr ulid operator""_ulid() {
  constexpr std::optional<ulid> kParsed = ulid::parse(Text.view());
  static_assert(kParsed.has_value(), "not a ULID: write it as \"01ARZ3NDEKTSV4RRFFQ69G5FAV\"_ulid");
  return kParsed.value_or(ulid());
}
}  // namespace literals

}  // namespace partita::model

template <>
struct std::hash<partita::model::ulid> {
  std::size_t operator()(const partita::model::ulid& u) const noexcept {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(u.octets.data()), u.octets.size()});
  }
};
