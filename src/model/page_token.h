// Page tokens: where a page of an access pattern ended, as text that only the same access pattern accepts.
//
// A token is base64url without padding of: version (1), the number of queries, for each the position behind which it
// goes on, and an HMAC-SHA256 over the binding and all bytes before it. The binding is not in the token. Integers are
// big-endian; texts follow their length in 4 bytes. Positions: 0 the beginning, 1 a key, 2 the end was reached.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/key_range.h"

namespace partita::model {

// Where one query goes on.
struct Position {
  enum class Kind : std::uint8_t { Begin = 0, After = 1, End = 2 };  // on the wire, never renumber
  Kind kind = Kind::Begin;
  AttributeMap key = {};  // with After: an ExclusiveStartKey
  friend bool operator==(const Position&, const Position&) = default;
};

// What a token belongs to: the pattern, the table and index, the keys that are read, the direction, and the key
// templates of the entities that the pattern reads; of what the program alone says, a digest. Not the filter, nor how much is read: those may change between
// pages.
std::string token_binding(const PatternInfo& pattern, std::string_view table_name, std::span<const KeyRange> ranges,
                          bool forward);

// Requires: `keys` is not empty; the first one signs.
std::string make_page_token(std::span<const Position> positions, std::string_view binding,
                            std::span<const std::string> keys);

// The positions of a token, as many as `queries`. Errors: ValidationException that names the pattern, where the token
// was made by none of the keys, for something else, or was changed.
Result<std::vector<Position>> read_page_token(std::string_view token, std::string_view binding,
                                              std::span<const std::string> keys, std::size_t queries,
                                              std::string_view pattern_name);

// The error of a token that does not belong to this read.
unexpected<Error> foreign_token(std::string_view pattern_name);

}  // namespace partita::model
