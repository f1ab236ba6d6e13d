// Sums: the values that Batch::add writes, such as a table's counts of items and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::storage {

// Four 64-bit two's complement sums, big-endian. If the last two are 0, they are left out.
struct Sums {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t third = 0;
  std::int64_t fourth = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};
// Both wrap.
Sums plus(const Sums& a, const Sums& b);
Sums minus(const Sums& a, const Sums& b);

// Whether the bytes are as long as an encoded Sums.
bool is_sums(std::string_view bytes);
// Requires: is_sums(bytes).
Sums decode_sums(std::string_view bytes);
// Appends the encoding of `sums` to `out`.
void encode_sums(const Sums& sums, std::string& out);
// Sets `out` to the value of a key after an add of `delta`: plus(before, delta); nullopt counts as zeros. A `before`
// that is not an encoded Sums is copied unchanged. Requires: is_sums(delta); `out` is a different string from both.
void add_sums(std::optional<std::string_view> before, std::string_view delta, std::string& out);

}  // namespace partita::storage
