#include "server/answers/dispatch.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <memory>
#include <optional>
#include <type_traits>

#include "base/lack_of_memory.h"
#include "protocol/codec.h"
#include "server/answers/denied_statements.h"
#include "server/subject/items_of.h"
#include "server/subject/owner_of.h"
#include "server/subject/part_of_request.h"
#include "server/subject/table_of.h"
#include "value/limits.h"
#include "value/view.h"

namespace partita::server {
namespace {

template <class Response>
std::size_t encoded_bytes(const Response& response) {
  std::string json;
  protocol::encode_response(response, json);
  return json.size();
}

struct AnswerBytes {
  std::size_t in_all = 0;
  std::size_t reserved = 0;  // of the answer's string before it is filled; 0: it grows by doubling
};

// An estimate of the bytes of the answer. The JSON of ordinary items has less than twice their bytes, and some more for
// each item and each attribute. If the items have more than kMeasured bytes, which only batches have, their JSON is
// measured, because it can have fourteen times as many bytes. Such an answer does not grow by doubling, because two
// copies of a legal one could be more than the budget has.
template <class Response>
AnswerBytes answer_bytes(const Response& response) {
  constexpr std::size_t kMeasured = 2 << 20, kItem = 4, kAttribute = 16;
  std::size_t bytes = 0, measured = 0;
  std::size_t marks = 0;
  for_each_item(response, [&](const Item& item) {
    bytes += item.bytes().size();
    marks += kItem + kAttribute * value::ItemView(item.bytes()).size();
  });
  if (bytes <= kMeasured) return {2 * bytes + marks};
  // The bytes of an answer besides its items: a table's name for each item, and unprocessed keys.
  constexpr std::size_t kBesideItem = 1 << 10, kBeside = 64 << 10;
  for_each_item(response,
                [&](const Item& item) { measured += encoded_bytes(GetItemResponse{.item = item}) + kBesideItem; });
  return {measured + kBeside, measured + kBeside};
}

template <class Visit>
void for_each_item(const Error& error, Visit visit) {
  if (error.item) visit(*error.item);
  for (const CancellationReason& reason : error.cancellation_reasons)
    if (reason.item) visit(*reason.item);
}

template <class Response>
constexpr Outcome outcome_of(const Response&) {
  return requires(Response response) { response.attributes; } ? Outcome::Changed : Outcome::Read;
}
// A statement that writes has at most one item in its answer, and a transaction that writes has no items.
Outcome outcome_of(const ExecuteStatementResponse& response) {
  return response.items && response.items->size() > 1 ? Outcome::Read : Outcome::Changed;
}
Outcome outcome_of(const BatchExecuteStatementResponse& response) {
  const bool all_failed =
      std::ranges::all_of(response.responses, [](const auto& one) { return one.error.has_value(); });
  return all_failed ? Outcome::Read : Outcome::Changed;
}
Outcome outcome_of(const ExecuteTransactionResponse& response) {
  return response.responses.empty() ? Outcome::Changed : Outcome::Read;
}

template <class Response>
void set_own_address(Response&, const Call&) {}
// The endpoint is this server itself, so that an SDK that follows DescribeEndpoints comes back here.
void set_own_address(DescribeEndpointsResponse& response, const Call& call) {
  for (Endpoint& endpoint : response.endpoints) endpoint.address = call.own_address();
}

// Decodes `body` into `request`. If that fails, returns false and puts the error into the call's answer.
template <class Request>
bool decode(Call& call, std::string_view body, std::optional<Request>& request) {
  const bool had_memory = call.answer().had_memory_for([&] {
    auto decoded = protocol::decode_request<Request>(body);
    if (decoded)
      request = std::move(*decoded);
    else
      call.answer().set_error(decoded.error());
  });
  return had_memory && request;
}

// If the database got no answer, the client gets no answer either, because any error would say too much. An SDK then
// behaves as if its own connection broke.
void encode_error(Call& call, const Error& error) {
  call.answer().set_error(error);
  call.answer().cut = error.code == ErrorCode::OutcomeUnknown;
}

// Asks the policies. Returns false if they do not allow the request, and puts the error into the call's answer.
template <class Request>
bool is_allowed(Call& call, const Request& request, Asker* asker) {
  if (!asker) return true;
  bool allowed = false;
  const bool had_memory = call.answer().had_memory_for([&] {
    const auto denial = asker->authorizer.check(request, asker->caller);
    call.answer().denied = denial.has_value();
    if (denial) call.answer().set_error(*denial);
    allowed = !denial;
  });
  return had_memory && allowed;
}

template <class Response>
void encode(Call& call, Result<Response>& response) {
  if (response) set_own_address(*response, call);
  if (RequestDetails* details = call.details(); details && response) note_response(*details, *response);
  // An operation that failed has made no change.
  const Outcome outcome = response && !call.only_reads() ? outcome_of(*response) : Outcome::Read;
  const AnswerBytes bytes = response ? answer_bytes(*response) : answer_bytes(response.error());
  if (!call.may_answer(bytes.in_all, outcome)) return call.answer().set_no_memory();
  if (bytes.reserved > 0) call.answer().out().reserve(call.answer().out().size() + bytes.reserved);
  if (!response)
    encode_error(call, response.error());
  else
    protocol::encode_response(*response, call.answer().out());
}

bool is_select(std::string_view statement) {
  constexpr std::string_view kSelect = "SELECT";
  const std::size_t start = statement.find_first_not_of(" \t\r\n");
  return start != statement.npos && boost::beast::iequals(statement.substr(start, kSelect.size()), kSelect);
}

// Whether the statement may write, and then return an item: with RETURNING, or in its error.
template <class Request>
bool returns_item(const Request& request) {
  constexpr std::string_view kReturning = "RETURNING";
  if (!request.statement || is_select(*request.statement)) return false;
  if (request.return_values_on_condition_check_failure == ReturnValuesOnConditionCheckFailure::AllOld) return true;
  const auto same = [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; };
  return !std::ranges::search(*request.statement, kReturning, same).empty();
}

// The bytes that the answer of a write may have because of the items in it.
template <class Request>
std::size_t most_returned(const Request& request) {
  constexpr std::size_t kItem = 2 * limits::kItemSizeBytes;
  if constexpr (requires { request.return_values; })
    return request.return_values && request.return_values != ReturnValue::None ? kItem : 0;
  if constexpr (std::is_same_v<Request, ExecuteStatementRequest>) return returns_item(request) ? kItem : 0;
  if constexpr (std::is_same_v<Request, BatchExecuteStatementRequest>)
    if (request.statements)
      return kItem * std::size_t(std::ranges::count_if(*request.statements, returns_item<BatchStatementRequest>));
  return 0;
}

// The way of one operation of Database from the request's body to the answer.
template <class Request, class Response, void (Database::*kOperation)(Request, Completion<Response>)>
struct OperationRun {
  static constexpr std::size_t kAll = 0;

  static void start(Database& database, std::string_view body, Call& call, Asker* asker) {
    std::optional<Request> request;
    if (!decode(call, body, request)) return call.complete();
    if constexpr (kCrossesAccounts<Request>) {
      if (asker) return start_at_owner(database, std::move(request), call, *asker);
    }
    start_decoded(database, std::move(request), call, asker);
  }

  static bool may_change(Call& call, const Request& request) {
    const std::size_t most = most_returned(request);
    if constexpr (std::is_same_v<Request, BatchExecuteStatementRequest>)
      call.set_only_reads(request.statements && std::ranges::all_of(*request.statements, [](const auto& one) {
                            return one.statement && is_select(*one.statement);
                          }));
    if (call.may_change(most)) return true;
    call.answer().set_no_memory();
    return false;
  }

  // Starts the request at the account whose tables it names.
  static void start_at_owner(Database& database, std::optional<Request> request, Call& call, Asker& asker) {
    std::optional<Neighbour> neighbour;
    bool refused = false;
    const bool had_memory = call.answer().had_memory_for([&] {
      const Owner owner = owner_of(*request, asker.authorizer.tables());
      refused = owner.kind == Owner::Kind::Several;
      if (refused) call.answer().set_error(tables_of_several_accounts());
      if (owner.kind == Owner::Kind::Other) neighbour = call.cross_to(owner.account);
    });
    if (!had_memory || refused) return call.complete();
    if (!neighbour) return start_decoded(database, std::move(request), call, &asker);
    Asker theirs{.authorizer = *neighbour->authorizer, .caller = asker.caller};
    start_decoded(*neighbour->database, std::move(request), call, &theirs);
  }

  static void start_decoded(Database& database, std::optional<Request> request, Call& call, Asker* asker) {
    call.is_about(table_of(*request));
    if (RequestDetails* details = call.details()) note_request(*details, *request);
    if constexpr (std::is_same_v<Request, BatchExecuteStatementRequest>) {
      if (asker && can_fail_alone(*request)) return start_allowed(database, *std::move(request), call, *asker);
    }
    if (!is_allowed(call, *request, asker) || !may_change(call, *request)) return call.complete();
    call.decoded(PartOf<Request>::kExists ? KeepBody::Yes : KeepBody::No);
    // The completion captures only two pointers, so that std::function stores them without an allocation.
    (database.*kOperation)(std::move(*request), [database = &database, call = &call](Result<Response> response) {
      answer(*database, *call, kAll, std::move(response));
    });
  }

  // Starts a batch of statements without those that the policies do not allow, and puts their errors into the answer.
  static void start_allowed(Database& database, BatchExecuteStatementRequest request, Call& call, Asker& asker) {
    if (!may_change(call, request)) return call.complete();
    std::optional<BatchExecuteStatementResponse> only_denied;
    Completion<BatchExecuteStatementResponse> done;
    const bool had_memory = call.answer().had_memory_for([&] {
      auto denied = std::make_shared<const DeniedStatements>(take_denied(request, asker));
      call.answer().denied = !denied->errors.empty();
      if (request.statements->empty()) add_denied(*denied, only_denied.emplace());
      done = [database = &database, call = &call, denied](Result<BatchExecuteStatementResponse> response) {
        const bool added = call->answer().had_memory_for([&] {
          if (response) add_denied(*denied, *response);
        });
        if (added) return answer(*database, *call, kAll, std::move(response));
        call->complete();
      };
    });
    if (!had_memory) return call.complete();
    call.decoded(KeepBody::No);
    if (only_denied) return answer(database, call, kAll, *std::move(only_denied));
    database.batch_execute_statement(std::move(request), std::move(done));
  }

  // `asked` is the size of the part that was asked for, or kAll.
  static void answer(Database& database, Call& call, std::size_t asked, Result<Response> response) {
    bool again = false;
    // If the operation is started again, the call may be gone at the end.
    const bool had_memory = base::had_memory_for([&] {
      if constexpr (PartOf<Request>::kExists)
        if (response && asked != kAll) complete(call, asked, *response);
      encode(call, response);
      if constexpr (PartOf<Request>::kExists)
        if (response && call.answer().lacks_memory) again = ask_for_less(database, call, std::move(*response));
    });
    if (again) return;
    if (!had_memory) call.answer().set_lack_of_memory();
    call.complete();
  }

  static void complete(Call& call, std::size_t asked, Response& response) {
    if (auto whole = protocol::decode_request<Request>(call.body())) PartOf<Request>::complete(*whole, asked, response);
  }

  // Starts the operation again for half of the part that `refused` answers. Returns false if that part cannot be
  // halved.
  static bool ask_for_less(Database& database, Call& call, Response&& refused) {
    auto request = protocol::decode_request<Request>(call.body());
    if (!request) return false;
    const std::size_t less = PartOf<Request>::size(*request, refused) / 2;
    if (less == 0) return false;
    PartOf<Request>::take(*request, less);
    { const Response gone = std::move(refused); }
    call.answer().forget_no_memory();
    (database.*kOperation)(std::move(*request), [database = &database, call = &call, less](Result<Response> response) {
      answer(*database, *call, less, std::move(response));
    });
    return true;
  }
};

using Starter = void (*)(Database&, std::string_view, Call&, Asker*);

// The starters in the order of protocol::Operation, which comes from the same list.
constexpr Starter kStarters[] = {
#define PARTITA_OPERATION(function, Name)                                                                 \
  [](Database& database, std::string_view body, Call& call, Asker* asker) {                               \
    OperationRun<Name##Request, Name##Response, &Database::function>::start(database, body, call, asker); \
  },
#include <partita/operations.def>
#undef PARTITA_OPERATION
};

}  // namespace

void start_operation(Database& database, protocol::Operation operation, std::string_view body, Call& call,
                     Asker* asker) {
  kStarters[static_cast<std::size_t>(operation)](database, body, call, asker);
}

}  // namespace partita::server
