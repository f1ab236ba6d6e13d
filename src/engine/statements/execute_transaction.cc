#include <memory>

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/commit/write_set.h"
#include "engine/items/key_set.h"
#include "engine/items/now_or_later.h"
#include "engine/items/read_ahead.h"
#include "engine/items/read_item.h"
#include "engine/items/single_write.h"
#include "engine/operations.h"
#include "engine/statements/statement_table.h"
#include "engine/statements/statement_write.h"
#include "engine/threads/on_executor.h"
#include "engine/transactions/cancellation.h"
#include "engine/transactions/idempotency.h"
#include "ops/prepare.h"
#include "partiql/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using TransactionDone = Completion<ExecuteTransactionResponse>;

constexpr std::string_view kTransactionKeyRule =
    "Select statements within ExecuteTransaction must specify the primary key in the where clause.";
constexpr std::string_view kIndexRule = "Reads on indices are not supported within transactions.";
constexpr const char* kSameItem = "Transaction request cannot include multiple operations on one item";

// The stored tokens of ExecuteTransaction begin with this byte, which no text has. So the operation has tokens of its
// own.
constexpr char kStatementTokens = '\xFF';

struct StatementTransaction {
  ExecuteTransactionRequest request;
  partiql::PreparedTransaction prepared;
  std::vector<StatementWrite> members;  // which the writes point to
  RunningToken token;
  // Of a transaction that reads.
  std::vector<catalog::TablePtr> tables;
  std::vector<std::string> keys;

  // The table's name or ARN in the member at `i`.
  std::string_view given(std::size_t i) const { return prepared.members[i].statement->table; }
};
using TransactionPtr = std::shared_ptr<StatementTransaction>;

// ---- reads

Result<void> resolve_reads(const Context& context, StatementTransaction& transaction) {
  for (std::size_t i = 0; i < transaction.prepared.members.size(); ++i) {
    const partiql::PreparedStatement& member = transaction.prepared.members[i];
    auto read = resolve_item_read(context, member, member.statement->index ? kIndexRule : kTransactionKeyRule);
    if (!read) return unexpected(partiql::in_transaction(i, std::move(read.error())));
    transaction.tables.push_back(std::move(read->table));
    transaction.keys.push_back(std::move(read->key));
  }
  KeySet seen(transaction.keys.size());
  for (const std::string& key : transaction.keys)
    if (!seen.insert(key)) return invalid(kSameItem);
  return {};
}

// Reads all items from one snapshot. Returns nullopt if `may_wait` is No and an item is not in memory.
Result<std::optional<ExecuteTransactionResponse>> read_all(const Context& context,
                                                           const StatementTransaction& transaction, MayWait may_wait) {
  const auto snapshot = context.store.snapshot();
  ExecuteTransactionResponse response;
  Consumptions consumptions(context.throttle);
  std::size_t total_bytes = 0;
  ReadAhead reads(context.store, transaction.keys, {.snapshot = snapshot.get(), .no_wait = may_wait == MayWait::No});
  for (std::size_t i = 0; i < transaction.keys.size(); ++i) {
    PARTITA_TRY_VALUE(stored, reads.next());
    if (stored.state == storage::ReadState::NotCached) return std::nullopt;
    const ReadItem item = read_item(std::move(stored), transaction.prepared.members[i].statement->projected);
    total_bytes += item.size_bytes();
    if (total_bytes > limits::kTransactionBytes) return ops::transaction_too_large();
    consumptions.of(transaction.tables[i], transaction.given(i))
        .add_read(transaction_read_units(item.charged_bytes(*transaction.tables[i])), transaction.keys[i]);
    response.responses.push_back({item.item});
  }
  consumptions.charge();
  response.consumed_capacity = consumptions.report(transaction.prepared.capacity, Consumption::Kind::Transaction);
  return response;
}

void run_reads(Context& context, const TransactionPtr& transaction, MayWait may_wait, TransactionDone done) {
  if (auto resolved = resolve_reads(context, *transaction); !resolved)
    return done(unexpected(std::move(resolved.error())));
  if (context.throttle) {
    auto admitted = admit_members(transaction->keys.size(), [&](std::size_t i) {
      return admit_read(context, *transaction->tables[i], transaction->keys[i]);
    });
    if (!admitted) return done(unexpected(std::move(admitted.error())));
  }
  if (auto free = check_conflicts(context, transaction->keys); !free) return done(unexpected(std::move(free.error())));
  now_or_later<ExecuteTransactionResponse>(
      context, may_wait,
      [&context, transaction](MayWait this_time) { return read_all(context, *transaction, this_time); },
      std::move(done));
}

// ---- writes

// Faults of a statement refuse the transaction. If the key or item of a member does not fit its table, the transaction
// is cancelled with a reason for each such member.
Result<WriteSet::Writes> resolve_writes(const Context& context, StatementTransaction& transaction) {
  WriteSet::Writes writes;
  transaction.members.resize(transaction.prepared.members.size());
  for (std::size_t i = 0; i < transaction.members.size(); ++i) {
    transaction.members[i].statement = transaction.prepared.members[i];
    auto write = resolve_statement(context, transaction.members[i], ReturnConsumedCapacity::None);
    if (!write) return unexpected(partiql::in_transaction(i, std::move(write.error())));
    write->in_transaction = true;
    writes.push_back(*std::move(write));
  }
  KeySet seen(writes.size());
  for (const ItemWrite& write : writes)
    if (!seen.insert(write.key)) return invalid(kSameItem);
  return writes;
}

Result<ExecuteTransactionResponse> outcome_of(const Context& context, const StatementTransaction& transaction,
                                              WriteSet& set, Result<void> outcome) {
  if (!outcome) return unexpected(std::move(outcome.error()));
  if (!set.has_error()) {
    ExecuteTransactionResponse response;
    Consumptions consumptions(context.throttle);
    for (std::size_t i = 0; i < set.writes().size(); ++i) {
      const ItemWrite& write = set.writes()[i];
      consumptions.of(write.table, transaction.given(i)).add_write(write.units, write.key, kTransactionFactor);
    }
    consumptions.charge();
    response.consumed_capacity = consumptions.report(transaction.prepared.capacity, Consumption::Kind::Transaction);
    return response;
  }
  for (const ItemWrite& write : set.writes()) charge_failed(context, write, write.table->name);
  for (const ItemWrite& write : set.writes())
    if (write.error && is_empty_key_fault(*write.error)) return unexpected(*write.error);
  std::vector<CancellationReason> reasons;
  for (const ItemWrite& write : set.writes())
    reasons.push_back(write.error ? reason_of(error_of_statement(write)) : CancellationReason{});
  return unexpected(cancelled(std::move(reasons)));
}

// The answer for a token of a finished transaction. Its capacity is the cost of reading the outcome.
Result<ExecuteTransactionResponse> repeated_answer(const Context& context, const StatementTransaction& transaction,
                                                   const WriteSet::Writes& writes) {
  if (context.throttle)
    PARTITA_TRY(admit_members(writes.size(),
                              [&](std::size_t i) { return admit_read(context, *writes[i].table, writes[i].key); }));
  ExecuteTransactionResponse response;
  Consumptions consumptions(context.throttle);
  for (std::size_t i = 0; i < writes.size(); ++i)
    consumptions.of(writes[i].table, transaction.given(i)).add_read(kTransactionFactor, writes[i].key);
  consumptions.charge();
  response.consumed_capacity = consumptions.report(transaction.prepared.capacity, Consumption::Kind::Transaction);
  return response;
}

void run_writes(Context& context, const TransactionPtr& transaction, MayWait may_wait, TransactionDone done) {
  auto writes = resolve_writes(context, *transaction);
  if (!writes) return done(unexpected(std::move(writes.error())));
  storage::Batch also;
  if (const auto& token = transaction->request.client_request_token) {
    const auto state = claim_token(context, transaction->token, kStatementTokens + *token,
                                   hash_of(transaction->request), may_wait, also);
    if (!state) return done(unexpected(state.error()));
    if (*state == TokenState::Answered) return done(repeated_answer(context, *transaction, *writes));
    if (*state == TokenState::NotCached)
      return on_executor(context, execute_transaction, std::move(transaction->request), std::move(done));
  }
  if (auto admitted = admit_writes(context, *writes); !admitted) return done(unexpected(std::move(admitted.error())));
  WriteSet::run(context, *std::move(writes), may_wait, transaction, std::move(also),
                [&context, transaction, done = std::move(done)](WriteSet& set, Result<void> outcome) {
                  transaction->token.end();
                  done(outcome_of(context, *transaction, set, std::move(outcome)));
                });
}

}  // namespace

void execute_transaction(Context& context, ExecuteTransactionRequest request, MayWait may_wait,
                         Completion<ExecuteTransactionResponse> done) {
  auto transaction = std::make_shared<StatementTransaction>();
  transaction->request = std::move(request);
  auto prepared = partiql::prepare(transaction->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  transaction->prepared = *std::move(prepared);
  if (transaction->prepared.reads) return run_reads(context, transaction, may_wait, std::move(done));
  run_writes(context, transaction, may_wait, std::move(done));
}

}  // namespace partita::engine
