// transact_get() reads items by primary key, all as of one moment.
#include <fmt/format.h>

#include "model/core/retry.h"
#include "model/items/keyed_reads.h"
#include "model/reads/row.h"
#include "model/writes/transaction.h"
#include "value/limits.h"

namespace partita::model {
namespace {

struct TransactGetting : AsyncOperation<BatchRows> {
  TransactGetting(std::shared_ptr<Session> session, Mode mode, Done<BatchRows> when_done, KeyedReads what)
      : AsyncOperation(std::move(session), mode, std::move(when_done)), reads(std::move(what)) {}

  const KeyedReads reads;
  Failures failures = {};
  BatchRows answer;

  void take_answer(const TransactGetItemsResponse& response) {
    add_capacity(answer.cost, response.consumed_capacity);
    answer.cost.evaluated = static_cast<std::int64_t>(reads.keys().size());
    for (std::size_t i = 0; i < response.responses.size() && i < reads.keys().size(); ++i) {
      const std::optional<Item>& item = response.responses[i].item;
      if (!item) continue;
      ++answer.cost.returned;
      reads.add(i, *item, caller.session(), answer);
    }
  }
};

void send(const std::shared_ptr<TransactGetting>& getting) {
  ++getting->answer.cost.requests;
  TransactGetItemsRequest request{.transact_items = std::vector<TransactGetItem>(),
                                  .return_consumed_capacity = ReturnConsumedCapacity::Total};
  for (const KeyedReads::Key& key : getting->reads.keys())
    request.transact_items->push_back({.get = Get{.key = key.key, .table_name = key.table_name}});
  getting->caller.call(std::move(request), [getting](Result<TransactGetItemsResponse> response) {
    if (!response) {
      // It also fails while a transaction writes one of its items.
      const bool passes = may_succeed_later(response.error()) &&
                          getting->failures.goes_on(getting->caller, [getting] { send(getting); });
      if (passes) return;
      return getting->finish(unexpected(std::move(response.error())));
    }
    getting->take_answer(*response);
    getting->finish(std::move(getting->answer));
  });
}

}  // namespace

void transact_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                  Done<BatchRows> done) {
  auto reads = KeyedReads::make(*session, requests);
  if (!reads) return done(unexpected(std::move(reads.error())));
  if (requests.empty()) return done(BatchRows{});
  if (reads->keys().size() > limits::kTransactionItems)
    return done(
        invalid(fmt::format("A snapshot has at most {} keys, not {}: read them in several snapshots, each of "
                            "one moment, or with get_many, which reads any number and not as of one moment",
                            limits::kTransactionItems, reads->keys().size())));
  auto getting = std::make_shared<TransactGetting>(session, mode, std::move(done), *std::move(reads));
  getting->answer.rows.resize(requests.size());
  send(getting);
}

}  // namespace partita::model
