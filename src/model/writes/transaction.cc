#include "model/writes/transaction.h"

#include <fmt/format.h>

#include "model/core/retry.h"

namespace partita::model {
namespace {

struct Attempts {
  const RequestSender& caller;  // `then` keeps the caller and the cost alive
  Cost& cost;
  TransactWriteItemsRequest request;
  std::function<void(Result<void>)> then;
  int made = 0;
};

bool is_conflict(std::string_view code) {
  return code == "TransactionConflict" || code == "ThrottlingError" || code == "ProvisionedThroughputExceeded" ||
         code == "RequestLimitExceeded";
}

void attempt(const std::shared_ptr<Attempts>& attempts) {
  ++attempts->cost.requests;
  ++attempts->made;
  attempts->caller.call(
      attempts->request, Done<TransactWriteItemsResponse>([attempts](auto answer) {
        if (answer) {
          for (const ConsumedCapacity& consumed : answer->consumed_capacity.value_or(std::vector<ConsumedCapacity>{}))
            attempts->cost.capacity_units += consumed.capacity_units.value_or(0);
          return attempts->then({});
        }
        if (!may_succeed_later(answer.error())) return attempts->then(unexpected(std::move(answer.error())));
        const auto delay = attempts->caller.session().back_off(attempts->made);
        if (delay) return attempts->caller.after(*delay, [attempts] { attempt(attempts); });
        if (outcome_is_unknown(answer.error().code)) return attempts->then(unexpected(outcome_unknown(answer.error())));
        attempts->then(unexpected(std::move(answer.error())));
      }));
}

}  // namespace

std::optional<Cancellation> blamed(const Error& error) {
  std::optional<Cancellation> refused;
  std::optional<Cancellation> conflict;
  for (std::size_t i = 0; i < error.cancellation_reasons.size(); ++i) {
    const std::string& code = error.cancellation_reasons[i].code;
    if (code == "None") continue;
    if (code == "ConditionalCheckFailed") return Cancellation{i, code};
    auto& first = is_conflict(code) ? conflict : refused;
    if (!first) first = Cancellation{i, code};
  }
  return refused ? refused : conflict;
}

bool may_succeed_later(const Error& error) {
  if (error.code != ErrorCode::TransactionCanceledException) return may_succeed_later(error.code);
  const auto blame = blamed(error);
  return blame && is_conflict(blame->code);
}

TransactWriteItemsRequest transaction_request(const Session& session, const std::vector<WriteAction>& actions) {
  TransactWriteItemsRequest request;
  request.transact_items.emplace();
  request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  request.client_request_token = random_id(session);
  for (WriteAction action : actions) {
    // A transaction takes no update without changes.
    if (action.kind == WriteAction::Kind::Update && action.update.empty()) action.kind = WriteAction::Kind::Check;
    const std::string table = session.table_name(*action.table);
    request.transact_items->push_back(transact_write_item(std::move(action), table));
  }
  return request;
}

void run_transaction(const RequestSender& caller, Cost& cost, const std::vector<WriteAction>& actions,
                     std::function<void(Result<void>)> then) {
  attempt(std::make_shared<Attempts>(
      Attempts{caller, cost, transaction_request(caller.session(), actions), std::move(then)}));
}

}  // namespace partita::model
