#include "protocol/codec.h"

#include "base/try.h"
#include "ops/rules/layer.h"
#include "protocol/json/json_reader.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/strict_body.h"

namespace partita::protocol {
namespace {

template <class T>
constexpr bool kHasStatements =
    std::same_as<T, ExecuteStatementRequest> || std::same_as<T, BatchExecuteStatementRequest> ||
    std::same_as<T, ExecuteTransactionRequest>;

template <class T>
Result<T> decode(Reading& reading, const JsonText& text) {
  T object{};
  if (!read(reading, text.root(), Place::Element, object)) return unexpected(std::move(reading.fault));
  return object;
}

// The service's body is empty for these responses. For others without members it is {} or "".
template <class T>
constexpr bool kEmptyBody = std::same_as<T, TagResourceResponse> || std::same_as<T, UntagResourceResponse>;

template <class T>
void encode(const T& object, std::string& out) {
  Writer writer(out);
  write(writer, object);
}

}  // namespace

template <class Request>
Result<Request> decode_request(std::string_view json) {
  PARTITA_TRY_VALUE(text, JsonText::parse(json));
  if constexpr (!kStrictMembers<Request>.empty())
    PARTITA_TRY(check_strict_members(json, text.root(), kStrictMembers<Request>));
  Reading reading;  // the validators refuse values that nest too deeply
  reading.of_statement = kHasStatements<Request>;
  return ops::in_layer(ops::kLayer<Request>, decode<Request>(reading, text));
}

template <class Response>
void encode_response(const Response& response, std::string& out) {
  if constexpr (!kEmptyBody<Response>) encode(response, out);
}

template <class Request>
void encode_request(const Request& request, std::string& out) {
  encode(request, out);
}

template <class Response>
Result<Response> decode_response([[maybe_unused]] std::string_view json) {
  if constexpr (kEmptyBody<Response>) {
    return Response{};
  } else {
    PARTITA_TRY_VALUE(text, JsonText::parse(json));
    Reading reading;
    auto response = decode<Response>(reading, text);
    if (response && reading.nests_too_deeply) return invalid(std::string(kNestingFault));
    return response;
  }
}

#define PARTITA_OPERATION(function, Name)                                         \
  template Result<Name##Request> decode_request<Name##Request>(std::string_view); \
  template void encode_response(const Name##Response&, std::string&);             \
  template void encode_request(const Name##Request&, std::string&);               \
  template Result<Name##Response> decode_response<Name##Response>(std::string_view);
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::protocol
