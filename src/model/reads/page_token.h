// Page tokens. A token says how far a read of an access pattern has come, as text that only the same read accepts.
//
// A token is base64url without padding of these bytes: the version (1), the number of queries, for each query the
// position after which it continues, and an HMAC-SHA256 over the binding and all bytes before it. The binding is not in
// the token. Integers are big-endian, and a text follows its length in 4 bytes. A position is 0 (the beginning), 1 (a
// key) or 2 (the end was reached).
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/reads/key_range.h"

namespace partita::model {

// The position from which a query continues.
struct QueryPosition {
  enum class Kind : std::uint8_t { Begin = 0, After = 1, End = 2 };  // on the wire, never renumber
  Kind kind = Kind::Begin;
  AttributeMap key = {};  // with After, an ExclusiveStartKey; otherwise empty
  friend bool operator==(const QueryPosition&, const QueryPosition&) = default;
};

// The read that a token belongs to: the table, the direction, the keys that are read, and a digest of everything that
// only the program decides (the pattern, the index, and the key templates of the pattern's entities). The filter and
// the amounts to read are not part of it, because they may change between pages.
std::string token_binding(const PatternInfo& pattern, std::string_view table_name, std::span<const KeyRange> ranges,
                          bool forward);

// The token of these positions. Requires: `keys` is not empty. The first key signs.
std::string make_page_token(std::span<const QueryPosition> positions, std::string_view binding,
                            std::span<const std::string> keys);

// The positions of a token, as many as `queries`.
// Errors: ValidationException that names the pattern, if none of the keys made the token, or if it was made for another
// read or was changed.
Result<std::vector<QueryPosition>> read_page_token(std::string_view token, std::string_view binding,
                                                   std::span<const std::string> keys, std::size_t queries,
                                                   std::string_view pattern_name);

// The error of a token that does not belong to this read.
unexpected<Error> foreign_token(std::string_view pattern_name);

}  // namespace partita::model
