// What it takes to decode a body, told from the body before any of it is taken.
#pragma once

#include <cstddef>
#include <string_view>

namespace partita::server {

struct DecodingBytes {
  std::size_t parsed = 0;   // the parser's copy and tree, gone when the request is decoded
  std::size_t request = 0;  // the request, until it is answered
};

// An upper bound for JSON of the protocol, by its marks, which are counted once: a value costs more than its bytes, as `{"L":[]}`
// becomes an AttributeValue of 48 bytes, and six words and marks of the parser's.
DecodingBytes decoding_bytes(std::string_view body);

}  // namespace partita::server
