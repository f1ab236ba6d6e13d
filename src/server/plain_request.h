// The form in which nearly every request comes, read in one pass: POST / HTTP/1.1, fields that need no thought, a body
// of known length, and all of it there already. 2500 instructions for a request of an SDK, where Boost.Beast's parser,
// which reads everything else, takes 7200: a fifth of a GetItem.
//
// Invariant: what this accepts, RequestParser accepts, with the same Request (tests/unit/server/plain_request_test.cc).
#pragma once

#include "server/request.h"

#include <cstddef>
#include <string_view>

namespace partita::server {

// Fills `request`, cleared before, with the request that `input` begins with, and gives how many bytes it takes.
// 0 where it is no plain request, or not all of it is there; `request` is then to be cleared.
// A plain request's connection stays open.
std::size_t read_plain_request(std::string_view input, std::size_t max_header_bytes, std::size_t max_body_bytes,
                               Request& request);

}  // namespace partita::server
