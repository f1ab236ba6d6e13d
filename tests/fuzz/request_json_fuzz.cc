// Fuzz target of JSON bodies. The first byte picks the operation, and the rest is the body of a request, of a response
// and of an error. If it decodes, it must encode, decode again and encode to the same text.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "protocol/codec.h"
#include "protocol/error_json.h"

namespace partita::protocol {
namespace {

template <class Request>
void check_request(std::string_view json) {
  const auto request = decode_request<Request>(json);
  if (!request) return;
  std::string once, twice;
  encode_request(*request, once);
  const auto again = decode_request<Request>(once);
  PARTITA_CHECK(again.has_value());
  encode_request(*again, twice);
  PARTITA_CHECK(once == twice);
}

template <class Response>
void check_response(std::string_view json) {
  const auto response = decode_response<Response>(json);
  if (!response) return;
  std::string once, twice;
  encode_response(*response, once);
  const auto again = decode_response<Response>(once);
  PARTITA_CHECK(again.has_value());
  encode_response(*again, twice);
  PARTITA_CHECK(once == twice);
}

using Check = void (*)(std::string_view);
constexpr Check kChecks[] = {
#define PARTITA_OPERATION(function, Name) check_request<Name##Request>, check_response<Name##Response>,
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace
}  // namespace partita::protocol

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::protocol;
  if (size == 0) return 0;
  const std::string_view json(reinterpret_cast<const char*>(data) + 1, size - 1);
  kChecks[data[0] % std::size(kChecks)](json);
  decode_error(400, json);
  return 0;
}
