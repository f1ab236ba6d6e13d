// The conversion of errors to and from JSON.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

namespace partita::protocol {

// Appends {"__type":"...","message":"..."}, with Item, CancellationReasons or ThrottlingReasons if
// the error has them.
void encode_error(const Error& error, std::string& out);
// The error in a response with a status other than 200. If its body names no ErrorCode, the result is an
// InternalServerError with the status and the body in its message.
Error decode_error(int http_status, std::string_view json);

}  // namespace partita::protocol
