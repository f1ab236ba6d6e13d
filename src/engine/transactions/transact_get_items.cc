#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/items/key_set.h"
#include "engine/items/now_or_later.h"
#include "engine/items/read_ahead.h"
#include "engine/items/read_item.h"
#include "engine/operations.h"
#include "engine/transactions/cancellation.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

struct TransactRead {
  TransactGetItemsRequest request;
  ops::PreparedTransactGet prepared;
  std::vector<catalog::TablePtr> tables;  // one for each member, like keys
  std::vector<std::string> keys;
};

Result<void> resolve_all(const Context& context, TransactRead& transaction) {
  std::vector<CancellationReason> reasons;
  bool stopped = false;
  for (std::size_t i = 0; i < transaction.prepared.members.size(); ++i) {
    const ops::PreparedGet& get = transaction.prepared.members[i];
    PARTITA_TRY(check_arn(context, *(*transaction.request.transact_items)[i].get->table_name, "GetItem"));
    PARTITA_TRY_VALUE(table, table_for_items(context, get.table));
    auto key = key_of_key(*table, *get.key);
    if (key) context.hot_keys.saw_item(*table, *key);
    reasons.push_back(key ? CancellationReason{} : reason_of(key.error()));
    stopped = stopped || !key;
    transaction.tables.push_back(std::move(table));
    transaction.keys.push_back(key.value_or(""));
  }
  if (stopped) return unexpected(cancelled(std::move(reasons)));
  KeySet seen(transaction.keys.size());
  for (const std::string& key : transaction.keys)
    if (!seen.insert(key)) return invalid("Transaction request cannot include multiple operations on one item");
  return {};
}

// The item of the answer. It is absent if the projection found nothing, unlike in GetItem.
std::optional<Item> answered(const ReadItem& read, const ops::PreparedGet& get) {
  if (get.projection && read.item && read.item->empty()) return std::nullopt;
  return read.item;
}

// Reads all members from one snapshot. Returns nullopt if `may_wait` is No and an item is not in memory.
Result<std::optional<TransactGetItemsResponse>> read(const Context& context, const TransactRead& transaction,
                                                     MayWait may_wait) {
  const auto snapshot = context.store.snapshot();
  TransactGetItemsResponse response;
  Consumptions consumptions(context.throttle);
  std::size_t total_bytes = 0;
  ReadAhead reads(context.store, transaction.keys, {.snapshot = snapshot.get(), .no_wait = may_wait == MayWait::No});
  for (std::size_t i = 0; i < transaction.keys.size(); ++i) {
    PARTITA_TRY_VALUE(stored, reads.next());
    if (stored.state == storage::ReadState::NotCached) return std::nullopt;
    const ReadItem item = read_item(std::move(stored), transaction.prepared.members[i].projection);
    // The limit is checked after each item, so that a refused transaction never has all its items in memory.
    total_bytes += item.size_bytes();
    if (total_bytes > limits::kTransactionBytes) return ops::transaction_too_large();
    consumptions.of(transaction.tables[i], *(*transaction.request.transact_items)[i].get->table_name)
        .add_read(transaction_read_units(item.charged_bytes(*transaction.tables[i])), transaction.keys[i]);
    response.responses.push_back({answered(item, transaction.prepared.members[i])});
  }
  consumptions.charge();
  response.consumed_capacity = consumptions.report(transaction.prepared.capacity, Consumption::Kind::Transaction);
  return response;
}

}  // namespace

void transact_get_items(Context& context, TransactGetItemsRequest request, MayWait may_wait,
                        Completion<TransactGetItemsResponse> done) {
  auto transaction = std::make_shared<TransactRead>();
  transaction->request = std::move(request);
  auto prepared = ops::prepare(transaction->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  transaction->prepared = *std::move(prepared);
  if (auto resolved = resolve_all(context, *transaction); !resolved)
    return done(unexpected(std::move(resolved.error())));
  if (context.throttle) {
    auto admitted = admit_members(transaction->keys.size(), [&](std::size_t i) {
      return admit_read(context, *transaction->tables[i], transaction->keys[i]);
    });
    if (!admitted) return done(unexpected(std::move(admitted.error())));
  }
  if (auto free = check_conflicts(context, transaction->keys); !free) return done(unexpected(std::move(free.error())));
  now_or_later<TransactGetItemsResponse>(
      context, may_wait, [&context, transaction](MayWait this_time) { return read(context, *transaction, this_time); },
      std::move(done));
}

}  // namespace partita::engine
