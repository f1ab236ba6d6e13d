// The conversion between JSON and requests or responses. The server decodes requests and encodes responses, and a
// client does the reverse. No other layer sees JSON.
#pragma once

#include <partita/database.h>

#include <string>
#include <string_view>

namespace partita::protocol {

// Errors: SerializationException with the service's text if the JSON is malformed or a member has the wrong type.
// ValidationException if a list, map or set has a null text. NotImplemented if a member asks for something that Partita
// lacks. Unknown members are ignored, as the service does. A value that nests deeper than the validators accept is cut
// off below. May be called from several threads at once, because each thread has a parser.
template <class Request>
Result<Request> decode_request(std::string_view json);
// Appends the JSON of `response` to `out`. Items are written directly from their encoded bytes.
template <class Response>
void encode_response(const Response& response, std::string& out);

// Appends the JSON of `request` to `out`.
template <class Request>
void encode_request(const Request& request, std::string& out);
// Errors: SerializationException or ValidationException if `json` is not such a response, or if it has an item that a
// database cannot store.
template <class Response>
Result<Response> decode_response(std::string_view json);

#define PARTITA_OPERATION(function, Name)                                                \
  extern template Result<Name##Request> decode_request<Name##Request>(std::string_view); \
  extern template void encode_response(const Name##Response&, std::string&);             \
  extern template void encode_request(const Name##Request&, std::string&);               \
  extern template Result<Name##Response> decode_response<Name##Response>(std::string_view);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
