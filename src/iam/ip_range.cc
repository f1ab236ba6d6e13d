#include "iam/ip_range.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace partita::iam {
namespace {

constexpr std::size_t kLongestAddress = 45;
constexpr int kMappedBits = 96;  // the bits before an IPv4 address in its 16 bytes

}  // namespace

std::optional<Ip> parse_ip(std::string_view text) {
  if (text.size() > kLongestAddress) return std::nullopt;
  char terminated[kLongestAddress + 1] = {};
  std::memcpy(terminated, text.data(), text.size());
  if (std::strlen(terminated) != text.size()) return std::nullopt;
  Ip address = {};
  if (inet_pton(AF_INET6, terminated, address.data()) == 1) return address;
  address[10] = address[11] = 0xFF;
  if (inet_pton(AF_INET, terminated, address.data() + 12) == 1) return address;
  return std::nullopt;
}

bool IpRange::has(const Ip& address) const {
  const auto bytes = static_cast<std::size_t>(prefix_bits / 8);
  if (!std::equal(first.begin(), first.begin() + bytes, address.begin())) return false;
  const int bits = prefix_bits % 8;
  return bits == 0 || ((first[bytes] ^ address[bytes]) >> (8 - bits)) == 0;
}

std::optional<IpRange> IpRange::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string_view address_text = text.substr(0, slash);
  const auto address = parse_ip(address_text);
  if (!address) return std::nullopt;
  IpRange range{*address};
  if (slash == std::string_view::npos) return range;
  const std::string_view digits = text.substr(slash + 1);
  const int before = address_text.find(':') == std::string_view::npos ? kMappedBits : 0;
  int bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (error != std::errc() || end != digits.data() + digits.size() || bits < 0 || bits + before > 128)
    return std::nullopt;
  range.prefix_bits = bits + before;
  return range;
}

}  // namespace partita::iam
