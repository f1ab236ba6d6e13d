#include "protocol/codec.h"

#include "base/try.h"
#include "ops/rules/layer.h"
#include "protocol/codec_objects.h"
#include "protocol/json/strict_body.h"

// The directions of a server. Those of a client are in client_codec.cc, which is compiled with less optimization,
// because a client waits for the network.
namespace partita::protocol {
namespace {

template <class T>
constexpr bool kHasStatements =
    std::same_as<T, ExecuteStatementRequest> || std::same_as<T, BatchExecuteStatementRequest> ||
    std::same_as<T, ExecuteTransactionRequest>;

}  // namespace

template <class Request>
Result<Request> decode_request(std::string_view json) {
  PARTITA_TRY_VALUE(text, JsonText::parse(json));
  if constexpr (!kStrictMembers<Request>.empty())
    PARTITA_TRY(check_strict_members(json, text.root(), kStrictMembers<Request>));
  JsonReading reading;  // the validators refuse values that nest too deeply
  reading.of_statement = kHasStatements<Request>;
  return ops::in_layer(ops::kLayer<Request>, decode_object<Request>(reading, text));
}

template <class Response>
void encode_response(const Response& response, std::string& out) {
  if constexpr (!kEmptyBody<Response>) encode_object(response, out);
}

#define PARTITA_OPERATION(function, Name)                                         \
  template Result<Name##Request> decode_request<Name##Request>(std::string_view); \
  template void encode_response(const Name##Response&, std::string&);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
