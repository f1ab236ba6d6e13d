#include "server/dispatch.h"

#include "protocol/codec.h"

namespace partita::server {
namespace {

template <class Request, class Response>
void start(Database& database, void (Database::*operation)(Request, Completion<Response>), std::string_view body,
           Call& call) {
  auto request = protocol::decode_request<Request>(body);
  if (!request) {
    call.answer().set_error(request.error());
    return call.complete();
  }
  // One pointer: std::function stores it in place.
  (database.*operation)(std::move(*request), [call = &call](Result<Response> response) {
    if (response)
      protocol::encode_response(*response, call->answer().out());
    else
      call->answer().set_error(response.error());
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
