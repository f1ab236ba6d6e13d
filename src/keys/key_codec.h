// The order-preserving encoding of key attribute values. memcmp on two encodings gives DynamoDB's order of the values.
// Each encoding marks its own end, so that parts can follow one another. The bytes are in keys/FORMAT.md.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>
#include <string_view>

#include "value/view.h"

namespace partita::keys {

// Appends one key part to `out`. Requires: the value is S, N or B, and a number parses.
void encode_part(const AttributeValue& value, std::string& out);
void encode_part(value::ValueView value, std::string& out);
// Takes one part off the front of `in`. Returns nullopt if the bytes are not a key part, and then leaves `in`
// unchanged.
std::optional<AttributeValue> decode_part(std::string_view& in);

// Appends a part without its end. The parts of all values that begin with `prefix` begin with these bytes, and no other
// parts do. Requires: `prefix` is S or B.
void encode_prefix(const AttributeValue& prefix, std::string& out);

// The least byte string that is greater than every string that begins with `bytes`. Requires: not all bytes are 0xFF.
std::string prefix_end(std::string_view bytes);

}  // namespace partita::keys
