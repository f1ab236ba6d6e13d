#include "server/dispatch.h"

#include <optional>

#include "base/lack_of_memory.h"
#include "protocol/codec.h"
#include "server/items_of.h"

namespace partita::server {
namespace {

template <class Response>
std::size_t encoded_bytes(const Response& response) {
  std::string json;
  protocol::encode_response(response, json);
  return json.size();
}

// What the answer will take, about: as a string that grows by doubling, and JSON has less than twice the bytes of ordinary
// items. Beyond some megabytes, which only batches have, items are measured, because JSON can have fourteen times as many.
template <class Response>
std::size_t answer_bytes(const Response& response) {
  constexpr std::size_t kMeasured = 2 << 20;
  std::size_t bytes = 0, measured = 0;
  for_each_item(response, [&](const Item& item) { bytes += item.bytes().size(); });
  if (bytes <= kMeasured) return 2 * bytes;
  for_each_item(response, [&](const Item& item) { measured += encoded_bytes(GetItemResponse{.item = item}); });
  return 2 * measured;
}

template <class Response>
constexpr Outcome outcome_of() {
  return requires(Response response) { response.attributes; } ? Outcome::Changed : Outcome::Read;
}

template <class Response>
void name_ourselves(Response&, const Call&) {}
// An SDK that goes where DescribeEndpoints sends it comes back.
void name_ourselves(DescribeEndpointsResponse& response, const Call& call) {
  for (Endpoint& endpoint : response.endpoints) endpoint.address = call.own_address();
}

template <class Request, class Response>
void start(Database& database, void (Database::*operation)(Request, Completion<Response>), std::string_view body,
           Call& call) {
  std::optional<Request> request;
  const bool had_memory = base::had_memory_for([&] {
    auto decoded = protocol::decode_request<Request>(body);
    if (decoded)
      request = std::move(*decoded);
    else
      call.answer().set_error(decoded.error());
  });
  if (!had_memory) call.answer().set_lack_of_memory();
  if (!had_memory || !request) return call.complete();
  call.decoded();
  // One pointer: std::function stores it in place.
  (database.*operation)(std::move(*request), [call = &call](Result<Response> response) {
    Answer& answer = call->answer();
    const bool had_memory_to_answer = base::had_memory_for([&] {
      if (response) name_ourselves(*response, *call);
      if (!response)
        answer.set_error(response.error());
      else if (!call->may_answer(answer_bytes(*response), outcome_of<Response>()))
        answer.set_no_memory();
      else
        protocol::encode_response(*response, answer.out());
    });
    if (!had_memory_to_answer) answer.set_lack_of_memory();
    call->complete();
  });
}

using Starter = void (*)(Database&, std::string_view, Call&);

// By number of protocol::Operation, which comes from the same list.
constexpr Starter kStarters[] = {
#define PARTITA_OPERATION(function, Name)                                            \
  [](Database& database, std::string_view body, Call& call) {                        \
    start<Name##Request, Name##Response>(database, &Database::function, body, call); \
  },
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace

void start_operation(Database& database, protocol::Operation operation, std::string_view body, Call& call) {
  kStarters[static_cast<std::size_t>(operation)](database, body, call);
}

}  // namespace partita::server
