// The directions of a client of protocol/codec.h.
#include "base/try.h"
#include "protocol/codec.h"
#include "protocol/codec_objects.h"
#include "protocol/faults.h"

namespace partita::protocol {

template <class Request>
void encode_request(const Request& request, std::string& out) {
  encode_object(request, out);
}

template <class Response>
Result<Response> decode_response([[maybe_unused]] std::string_view json) {
  if constexpr (kEmptyBody<Response>) {
    return Response{};
  } else {
    PARTITA_TRY_VALUE(text, JsonText::parse(json));
    JsonReading reading;
    auto response = decode_object<Response>(reading, text);
    if (response && reading.nests_too_deeply) return invalid(std::string(kNestingFault));
    return response;
  }
}

#define PARTITA_OPERATION(function, Name)                           \
  template void encode_request(const Name##Request&, std::string&); \
  template Result<Name##Response> decode_response<Name##Response>(std::string_view);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
