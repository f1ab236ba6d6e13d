// JSON on one side, requests and responses on the other, in both directions: the server decodes requests and encodes
// responses, a client the reverse. Nothing else in Partita sees JSON.
#pragma once

#include <partita/database.h>

#include <string>
#include <string_view>

namespace partita::protocol {

// Errors: SerializationException with the service's text where the JSON is malformed or a member has the wrong type.
// Unknown members are ignored, as the service does. Safe from several threads (a parser per thread).
template <class Request>
Result<Request> decode_request(std::string_view json);
// Appends. Items are written straight from their encoded bytes.
template <class Response>
void encode_response(const Response& response, std::string& out);

template <class Request>
void encode_request(const Request& request, std::string& out);
template <class Response>
Result<Response> decode_response(std::string_view json);

// {"__type":"...","message":"..."} with Item or CancellationReasons where the error has them.
void encode_error(const Error& error, std::string& out);
// A response that is not 200. What names no ErrorCode becomes InternalServerError with the text kept.
Error decode_error(int http_status, std::string_view json);

#define PARTITA_OPERATION(function, Name)                                             \
  extern template Result<Name##Request> decode_request<Name##Request>(std::string_view);     \
  extern template void encode_response(const Name##Response&, std::string&);                 \
  extern template void encode_request(const Name##Request&, std::string&);                   \
  extern template Result<Name##Response> decode_response<Name##Response>(std::string_view);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
