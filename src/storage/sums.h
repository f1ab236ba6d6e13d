// Sums: the values that Batch::add writes, such as a table's counts of items and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::storage {

// A value that Batch::add writes is two 64-bit two's complement sums, big-endian.
constexpr std::size_t kSumsBytes = 16;
struct Sums {
  std::int64_t first = 0;
  std::int64_t second = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};
// Requires: `bytes` is an encoded Sums, kSumsBytes long.
Sums decode_sums(std::string_view bytes);
// Appends the encoding of `sums` to `out`.
void encode_sums(const Sums& sums, std::string& out);
// Sets `out` to the value of a key after an add of `delta`: `before` + `delta`, with wrapping arithmetic; nullopt
// counts as (0, 0). A `before` that is not an encoded Sums is copied unchanged. Requires: `delta` is an encoded Sums;
// `out` is a different string from both.
void add_sums(std::optional<std::string_view> before, std::string_view delta, std::string& out);

}  // namespace partita::storage
