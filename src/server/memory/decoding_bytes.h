// Estimates the memory that the decoding of a body needs, before any of it is taken.
#pragma once

#include <cstddef>
#include <string_view>

namespace partita::server {

struct DecodingBytes {
  std::size_t parsed = 0;   // of the parser's copy and tree, which are freed when the request is decoded
  std::size_t request = 0;  // of the request, which lives until it is answered
};

// An upper bound for JSON of the protocol. It comes from the numbers of marks such as '{' and ',' in the body, because
// a value needs more memory than its bytes. For example, `{"L":[]}` becomes an AttributeValue, and also several words
// and marks of the parser.
DecodingBytes decoding_bytes(std::string_view body);

}  // namespace partita::server
