#include "storage/sums.h"

#include "base/bytes.h"
#include "base/check.h"

namespace partita::storage {

Sums decode_sums(std::string_view bytes) {
  PARTITA_CHECK(bytes.size() == kSumsBytes);
  const auto first = base::take_big_endian<std::uint64_t>(bytes);
  const auto second = base::take_big_endian<std::uint64_t>(bytes);
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(second)};
}

void encode_sums(const Sums& sums, std::string& out) {
  base::put_big_endian(out, static_cast<std::uint64_t>(sums.first));
  base::put_big_endian(out, static_cast<std::uint64_t>(sums.second));
}

namespace {

std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

void add_sums(std::optional<std::string_view> before, std::string_view delta, std::string& out) {
  if (before && before->size() != kSumsBytes) {
    out.assign(*before);
    return;
  }
  Sums sums = decode_sums(delta);
  if (before) {
    const Sums first = decode_sums(*before);
    sums = {wrapping_add(first.first, sums.first), wrapping_add(first.second, sums.second)};
  }
  out.clear();
  encode_sums(sums, out);
}

}  // namespace partita::storage
