#include "base/try.h"
#include "engine/commit/write_set.h"
#include "engine/items/capacity.h"
#include "engine/items/key_set.h"
#include "engine/operations.h"
#include "engine/tables/tables.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

struct BatchWrite {
  BatchWriteItemRequest request;
  ops::PreparedBatchWrite prepared;
};

PreparedWrite prepared_write(const std::string& table, const ops::PreparedBatchWrite::Write& write) {
  if (write.put) {
    ops::PreparedPut put;
    put.table = table;
    put.item = write.put;
    return put;
  }
  ops::PreparedDelete remove;
  remove.table = table;
  remove.key = write.delete_key;
  return remove;
}

Result<WriteSet::Writes> resolve_all(const Context& context, const ops::PreparedBatchWrite& batch) {
  std::size_t count = 0;
  for (const ops::PreparedBatchWrite::Table& table : batch.tables) count += table.writes.size();
  WriteSet::Writes writes;
  writes.reserve(count);  // so that the keys keep their addresses, which `seen` points to
  KeySet seen(count);
  for (const ops::PreparedBatchWrite::Table& table : batch.tables) {
    PARTITA_TRY(check_arn(context, table.given, "BatchWriteItem"));
    for (const ops::PreparedBatchWrite::Write& one : table.writes) {
      PARTITA_TRY_VALUE(write, resolve(context, prepared_write(table.table, one), KeyFault::Unnamed));
      writes.push_back(std::move(write));
      if (!seen.insert(writes.back().key)) return invalid("Provided list of item keys contains duplicates");
    }
  }
  return writes;
}

void add_metrics(std::optional<NamedList<std::vector<ItemCollectionMetrics>>>& all, const std::string& table,
                 const ItemWrite& write) {
  auto metrics = collection_metrics(write);
  if (!metrics) return;
  if (!all) all.emplace();
  if (all->empty() || all->back().first != table) all->emplace_back(table, std::vector<ItemCollectionMetrics>{});
  auto& list = all->back().second;
  for (const ItemCollectionMetrics& known : list)
    if (known.item_collection_key == metrics->item_collection_key) return;
  list.push_back(*std::move(metrics));
}

BatchWriteItemResponse shape(const ops::PreparedBatchWrite& batch, const WriteSet::Writes& writes) {
  BatchWriteItemResponse response;
  Consumptions consumptions;
  std::size_t next = 0;
  for (const ops::PreparedBatchWrite::Table& table : batch.tables) {
    for (std::size_t i = 0; i < table.writes.size(); ++i) {
      const ItemWrite& write = writes[next++];
      consumptions.of(write.table, table.given).add_write(write.units);
      if (batch.collection_metrics) add_metrics(response.item_collection_metrics, table.given, write);
    }
  }
  response.consumed_capacity = consumptions.report(batch.capacity);
  return response;
}

}  // namespace

// The service writes the members of a batch one by one. Here they become durable together with one sync.
void batch_write_item(Context& context, BatchWriteItemRequest request, MayWait may_wait,
                      Completion<BatchWriteItemResponse> done) {
  auto batch = std::make_shared<BatchWrite>();
  batch->request = std::move(request);
  auto prepared = ops::prepare(batch->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  batch->prepared = *std::move(prepared);
  auto writes = resolve_all(context, batch->prepared);
  if (!writes) return done(unexpected(std::move(writes.error())));
  WriteSet::run(context, *std::move(writes), may_wait, batch, {},
                [batch, done = std::move(done)](WriteSet& set, Result<void> outcome) {
                  if (!outcome) return done(unexpected(std::move(outcome.error())));
                  for (const ItemWrite& write : set.writes())
                    if (write.error) return done(unexpected(*write.error));
                  done(shape(batch->prepared, set.writes()));
                });
}

}  // namespace partita::engine
