#include "recording_database.h"

#include "protocol/codec.h"
#include "protocol/error_json.h"

namespace partita::vectors {

#define PARTITA_OPERATION(function, Name)                                                    \
  Result<Name##Response> RecordingDatabase::function(Name##Request request) {                \
    Exchange exchange{.operation = #Name};                                                   \
    protocol::encode_request(request, exchange.request);                                     \
    auto answer = database_.function(std::move(request));                                    \
    exchange.failed = !answer;                                                               \
    if (answer)                                                                              \
      protocol::encode_response(*answer, exchange.response);                                 \
    else                                                                                     \
      protocol::encode_error(answer.error(), exchange.response);                             \
    exchanges_.push_back(std::move(exchange));                                               \
    return answer;                                                                           \
  }                                                                                          \
  void RecordingDatabase::function(Name##Request request, Completion<Name##Response> done) { \
    done(function(std::move(request)));                                                      \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

}  // namespace partita::vectors
