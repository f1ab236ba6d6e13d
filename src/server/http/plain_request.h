// Reads the form in which nearly every request comes, in one pass. It is POST / HTTP/1.1 with fields that need no
// special rules and a body of known length, and all its bytes have arrived. This saves a large part of the work of
// Boost.Beast's parser, which reads every other request.
//
// Invariant: RequestParser accepts every request that this accepts, with the same Request
// (tests/unit/server/plain_request_test.cc).
#pragma once

#include <cstddef>
#include <string_view>

#include "server/http/request.h"

namespace partita::server {

// Fills `request` with the request at the start of `input` and returns the number of its bytes. Returns 0 if the
// request is not plain or not complete, and the caller must then clear `request`. The connection stays open after a
// plain request. Requires: `request` was cleared.
std::size_t read_plain_request(std::string_view input, std::size_t max_header_bytes, std::size_t max_body_bytes,
                               Request& request);

}  // namespace partita::server
