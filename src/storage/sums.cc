#include "base/bytes.h"
#include "base/check.h"
#include "storage/store.h"

namespace partita::storage {

Sums decode_sums(std::string_view bytes) {
  PARTITA_CHECK(bytes.size() == 16);
  const auto first = base::take_big_endian<std::uint64_t>(bytes);
  const auto second = base::take_big_endian<std::uint64_t>(bytes);
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(second)};
}

void encode_sums(const Sums& sums, std::string& out) {
  base::put_big_endian(out, static_cast<std::uint64_t>(sums.first));
  base::put_big_endian(out, static_cast<std::uint64_t>(sums.second));
}

}  // namespace partita::storage
