// How whole numbers, times, identifiers and bytes are written in string keys, and read back.
#pragma once

#include <partita/model/description.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::model {

// A whole number up to 64 bits, signed or not.
struct WholeNumber {
  bool negative = false;  // never with magnitude 0
  std::uint64_t magnitude = 0;
  friend bool operator==(const WholeNumber&, const WholeNumber&) = default;
};
// From a number as an attribute holds it: 5, -5, 5.0, 5E3. nullopt: not whole, or more than 64 bits.
std::optional<WholeNumber> whole_number(std::string_view text);
// In decimal digits, with a '-' in front of what is negative.
std::string to_text(WholeNumber number);
// Whether a field of this kind can hold it: int64 for Integer and Seconds, uint64 for Unsigned.
bool fits(FieldKind kind, WholeNumber number);

// `width` digits, zeros in front. False, and nothing is appended, where the number needs more.
bool append_padded(std::string& out, std::uint64_t magnitude, int width);
std::optional<std::uint64_t> read_padded(std::string_view text, int width);
// '1' and `width` digits where the number is at least zero; '0' and the nines' complement of its `width` digits where it
// is negative: 1005, 1000, 0994 for 5, 0, -5 at width 3. Byte order is the order of the numbers, with no exception.
bool append_signed_padded(std::string& out, WholeNumber number, int width);
std::optional<WholeNumber> read_signed_padded(std::string_view text, int width);

// Whether `text` has the one form that this kind of text has: 2026-01-05T10:00:00.000Z, 2026-01-05, a UUID in lower case
// with hyphens, a ULID of 26 upper-case characters. Other kinds: true.
bool has_form(FieldKind kind, std::string_view text);
// Characters of a time or date that the format keeps: 4, 7, 10, 13; 0 where the format or the kind does not cut.
std::size_t cut_size(FieldKind kind, KeyFormat format);
// Whether `text` can be the leading part of a time or date.
bool begins_form(FieldKind kind, std::string_view text);

// Lower-case hex: byte order is the order of the bytes.
void append_hex(std::string& out, std::string_view bytes);
std::optional<std::string> read_hex(std::string_view hex);

}  // namespace partita::model
