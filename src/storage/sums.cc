#include "storage/sums.h"

#include "base/bytes.h"
#include "base/check.h"

namespace partita::storage {
namespace {

constexpr std::size_t kTwoBytes = 2 * sizeof(std::int64_t);
constexpr std::size_t kFourBytes = 4 * sizeof(std::int64_t);

std::uint64_t bits(std::int64_t sum) { return static_cast<std::uint64_t>(sum); }
std::int64_t wrapped(std::uint64_t sum) { return static_cast<std::int64_t>(sum); }
std::int64_t take(std::string_view& bytes) { return wrapped(base::take_big_endian<std::uint64_t>(bytes)); }

}  // namespace

Sums plus(const Sums& a, const Sums& b) {
  const auto of = [](std::int64_t x, std::int64_t y) { return wrapped(bits(x) + bits(y)); };
  return {of(a.first, b.first), of(a.second, b.second), of(a.third, b.third), of(a.fourth, b.fourth)};
}

Sums minus(const Sums& a, const Sums& b) {
  const auto of = [](std::int64_t x, std::int64_t y) { return wrapped(bits(x) - bits(y)); };
  return {of(a.first, b.first), of(a.second, b.second), of(a.third, b.third), of(a.fourth, b.fourth)};
}

bool is_sums(std::string_view bytes) { return bytes.size() == kTwoBytes || bytes.size() == kFourBytes; }

Sums decode_sums(std::string_view bytes) {
  PARTITA_CHECK(is_sums(bytes));
  Sums sums;
  sums.first = take(bytes);
  sums.second = take(bytes);
  if (bytes.empty()) return sums;
  sums.third = take(bytes);
  sums.fourth = take(bytes);
  return sums;
}

void encode_sums(const Sums& sums, std::string& out) {
  base::put_big_endian(out, bits(sums.first));
  base::put_big_endian(out, bits(sums.second));
  if (sums.third == 0 && sums.fourth == 0) return;
  base::put_big_endian(out, bits(sums.third));
  base::put_big_endian(out, bits(sums.fourth));
}

void add_sums(std::optional<std::string_view> before, std::string_view delta, std::string& out) {
  if (before && !is_sums(*before)) {
    out.assign(*before);
    return;
  }
  const Sums sums = plus(before ? decode_sums(*before) : Sums(), decode_sums(delta));
  out.clear();
  encode_sums(sums, out);
}

}  // namespace partita::storage
