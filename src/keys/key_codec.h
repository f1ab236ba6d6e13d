// The order-preserving encoding of key attribute values: memcmp on encodings is DynamoDB's order of the values, and
// each encoding ends itself, so that parts can follow one another. The bytes are in keys/FORMAT.md.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>
#include <string_view>

#include "value/view.h"

namespace partita::keys {

// Appends one key part. Requires: S, N or B; a number parses.
void encode_part(const AttributeValue& value, std::string& out);
void encode_part(value::ValueView value, std::string& out);
// Takes one part off the front of `in`; nullopt where the bytes are no key part.
std::optional<AttributeValue> decode_part(std::string_view& in);

// The bytes that all parts of type S or B beginning with `prefix` share, and no other part: a part without its end.
void encode_prefix(const AttributeValue& prefix, std::string& out);

// The least byte string greater than every string that begins with `bytes`. Requires: not all bytes are 0xFF.
std::string prefix_end(std::string_view bytes);

}  // namespace partita::keys
