// Addresses of IPv4 and IPv6, and ranges of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace partita::iam {

// An address as 16 bytes. An IPv4 address a.b.c.d is ::ffff:a.b.c.d, so that both forms of it are equal.
using Ip = std::array<std::uint8_t, 16>;

std::optional<Ip> parse_ip(std::string_view text);

struct IpRange {
  Ip first = {};
  int prefix_bits = 128;  // counted from the first of the 16 bytes

  bool has(const Ip& address) const;
  // Reads "203.0.113.0/24", "2001:db8::/32", or one address. Bits behind the prefix do not matter. Returns nullopt for
  // anything else.
  static std::optional<IpRange> parse(std::string_view text);
};

}  // namespace partita::iam
