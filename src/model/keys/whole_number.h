// Whole numbers, and their texts in string keys, which sort as the numbers do.
#pragma once

#include <partita/model/runtime/description.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

// A whole number of up to 64 bits, with or without a sign.
struct WholeNumber {
  bool negative = false;  // never true with magnitude 0
  std::uint64_t magnitude = 0;
  friend bool operator==(const WholeNumber&, const WholeNumber&) = default;
};
// Reads a number as an attribute holds it, for example 5, -5, 5.0 or 5E3. nullopt if it is not whole or exceeds 64
// bits.
std::optional<WholeNumber> whole_number(std::string_view text);
// The decimal digits, after a '-' if the number is negative.
std::string to_text(WholeNumber number);
// True if a field of this kind can hold the number: the range is int64 for Integer and Seconds, and uint64 for
// Unsigned.
bool fits(FieldKind kind, WholeNumber number);

// Appends the number with leading zeros as `width` digits. Returns false and appends nothing if it has more digits.
bool append_padded(std::string& out, std::uint64_t magnitude, int width);
// Reads a text of exactly `width` digits; nullopt for any other text.
std::optional<std::uint64_t> read_padded(std::string_view text, int width);
// Appends '1' and `width` digits if the number is at least zero, or '0' and the nines' complement of its `width` digits
// if it is negative. At width 3 the texts of 5, 0 and -5 are 1005, 1000 and 0994. The byte order of the texts is the
// order of the numbers. Returns false and appends nothing if the number has more digits.
bool append_signed_padded(std::string& out, WholeNumber number, int width);
// Reads such a text. nullopt if append_signed_padded() cannot have written it.
std::optional<WholeNumber> read_signed_padded(std::string_view text, int width);

}  // namespace partita::model
