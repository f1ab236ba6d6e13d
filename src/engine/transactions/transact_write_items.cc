#include <algorithm>

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/commit/write_set.h"
#include "engine/find_table.h"
#include "engine/items/key_set.h"
#include "engine/items/single_write.h"
#include "engine/operations.h"
#include "engine/threads/on_executor.h"
#include "engine/throttle/admission.h"
#include "engine/transactions/cancellation.h"
#include "engine/transactions/idempotency.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

struct TransactWrite {
  TransactWriteItemsRequest request;
  ops::PreparedTransactWrite prepared;
  RunningToken token;
};

struct Target {
  std::string_view table;   // as given: a name or an ARN
  std::string_view action;  // the name that the service's permissions have for the member's operation
};
Target target_of(const TransactWriteItem& item) {
  if (item.condition_check) return {*item.condition_check->table_name, "ConditionCheckItem"};
  if (item.put) return {*item.put->table_name, "PutItem"};
  if (item.delete_) return {*item.delete_->table_name, "DeleteItem"};
  return {*item.update->table_name, "UpdateItem"};
}

// If the key or item of a member does not fit its table, the transaction is cancelled with a reason for each such
// member. An empty key is an exception, because the service then refuses the transaction as a whole.
Result<WriteSet::Writes> resolve_all(const Context& context, const TransactWrite& transaction) {
  WriteSet::Writes writes;
  std::vector<CancellationReason> reasons;
  bool stopped = false;
  for (std::size_t i = 0; i < transaction.prepared.members.size(); ++i) {
    const Target target = target_of((*transaction.request.transact_items)[i]);
    PARTITA_TRY(check_arn(context, target.table, target.action));
    auto write = resolve(context, transaction.prepared.members[i]);
    reasons.emplace_back();
    if (write) {
      write->in_transaction = true;
      writes.push_back(*std::move(write));
      continue;
    }
    if (write.error().code != ErrorCode::ValidationException || is_empty_key_fault(write.error()))
      return unexpected(std::move(write.error()));
    reasons.back() = reason_of(write.error());
    stopped = true;
  }
  if (stopped) return unexpected(cancelled(std::move(reasons)));
  KeySet seen(writes.size());
  for (const ItemWrite& write : writes)
    if (!seen.insert(write.key)) return invalid("Transaction request cannot include multiple operations on one item");
  return writes;
}

TransactWriteItemsResponse shape(const Context& context, const TransactWrite& transaction,
                                 const WriteSet::Writes& writes) {
  const ops::PreparedTransactWrite& prepared = transaction.prepared;
  TransactWriteItemsResponse response;
  Consumptions consumptions(context.throttle);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    const ItemWrite& write = writes[i];
    consumptions.of(write.table, target_of((*transaction.request.transact_items)[i]).table)
        .add_write(write.units, write.key, kTransactionFactor);
    if (!prepared.collection_metrics || is_condition_check(write.prepared)) continue;
    auto metrics = collection_metrics(write);
    if (!metrics) continue;
    if (!response.item_collection_metrics) response.item_collection_metrics.emplace();
    auto& all = *response.item_collection_metrics;
    auto at = std::find_if(all.begin(), all.end(), [&](const auto& table) { return table.first == write.table->name; });
    if (at == all.end()) at = all.insert(all.end(), {write.table->name, {}});
    at->second.push_back(*std::move(metrics));
  }
  consumptions.charge();
  response.consumed_capacity = consumptions.report(prepared.capacity, Consumption::Kind::Transaction);
  return response;
}

Result<TransactWriteItemsResponse> outcome_of(const Context& context, const TransactWrite& transaction, WriteSet& set,
                                              Result<void> outcome) {
  if (!outcome) return unexpected(std::move(outcome.error()));
  if (!set.has_error()) return shape(context, transaction, set.writes());
  for (const ItemWrite& write : set.writes()) charge_failed(context, write, write.table->name);
  for (const ItemWrite& write : set.writes())
    if (write.error && is_empty_key_fault(*write.error)) return unexpected(*write.error);
  std::vector<CancellationReason> reasons;
  for (const ItemWrite& write : set.writes())
    reasons.push_back(write.error ? reason_of(*write.error) : CancellationReason{});
  return unexpected(cancelled(std::move(reasons)));
}

// The answer for a token of a finished transaction. The request is not carried out again. The answer's capacity is the
// cost of reading the outcome.
Result<TransactWriteItemsResponse> answer_again(const Context& context, const TransactWrite& transaction,
                                                const WriteSet::Writes& writes) {
  if (context.throttle)
    PARTITA_TRY(admit_members(writes.size(),
                              [&](std::size_t i) { return admit_read(context, *writes[i].table, writes[i].key); }));
  TransactWriteItemsResponse response;
  Consumptions consumptions(context.throttle);
  for (std::size_t i = 0; i < writes.size(); ++i)
    consumptions.of(writes[i].table, target_of((*transaction.request.transact_items)[i]).table)
        .add_read(kTransactionFactor, writes[i].key);
  consumptions.charge();
  response.consumed_capacity = consumptions.report(transaction.prepared.capacity, Consumption::Kind::Transaction);
  return response;
}

}  // namespace

void transact_write_items(Context& context, TransactWriteItemsRequest request, MayWait may_wait,
                          Completion<TransactWriteItemsResponse> done) {
  auto transaction = std::make_shared<TransactWrite>();
  transaction->request = std::move(request);
  auto prepared = ops::prepare(transaction->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  transaction->prepared = *std::move(prepared);
  auto writes = resolve_all(context, *transaction);
  if (!writes) return done(unexpected(std::move(writes.error())));
  storage::Batch also;
  const bool has_token = transaction->prepared.client_request_token.has_value();
  if (has_token) {
    const auto state = claim_token(context, transaction->token, *transaction->prepared.client_request_token,
                                   hash_of(transaction->request), may_wait, also);
    if (!state) return done(unexpected(state.error()));
    if (*state == TokenState::Answered) return done(answer_again(context, *transaction, *writes));
    if (*state == TokenState::NotCached)
      return on_executor(context, transact_write_items, std::move(transaction->request), std::move(done));
  }
  if (auto admitted = admit_writes(context, *writes); !admitted) return done(unexpected(std::move(admitted.error())));
  WriteSet::run(context, *std::move(writes), may_wait, transaction, std::move(also),
                [&context, transaction, done = std::move(done)](WriteSet& set, Result<void> outcome) {
                  transaction->token.end();
                  done(outcome_of(context, *transaction, set, std::move(outcome)));
                });
}

}  // namespace partita::engine
