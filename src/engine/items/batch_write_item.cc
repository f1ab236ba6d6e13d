#include <algorithm>

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/commit/write_set.h"
#include "engine/find_table.h"
#include "engine/items/key_set.h"
#include "engine/operations.h"
#include "engine/throttle/allowance.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

struct BatchWrite {
  BatchWriteItemRequest request;
  ops::PreparedBatchWrite prepared;
  Allowance used;
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

// The request of a member that was left out.
WriteRequest request_of(const ops::PreparedBatchWrite::Write& write) {
  WriteRequest request;
  if (write.put)
    request.put_request.emplace().item = *write.put;
  else
    request.delete_request.emplace().key = *write.delete_key;
  return request;
}

BatchWriteItemResponse shape(const Context& context, const ops::PreparedBatchWrite& batch,
                             const WriteSet::Writes& writes) {
  BatchWriteItemResponse response;
  Consumptions consumptions(context.throttle);
  std::size_t next = 0;
  for (const ops::PreparedBatchWrite::Table& table : batch.tables) {
    std::vector<WriteRequest> left_out;
    for (const ops::PreparedBatchWrite::Write& request : table.writes) {
      const ItemWrite& write = writes[next++];
      if (write.left_out) {
        left_out.push_back(request_of(request));
        continue;
      }
      consumptions.of(write.table, table.given).add_write(write.units, write.key);
      if (batch.collection_metrics) add_metrics(response.item_collection_metrics, table.given, write);
    }
    if (!left_out.empty()) response.unprocessed_items.emplace_back(table.given, std::move(left_out));
  }
  consumptions.charge();
  response.consumed_capacity = consumptions.report(batch.capacity);
  return response;
}

Result<BatchWriteItemResponse> outcome_of(const Context& context, const BatchWrite& batch,
                                          const WriteSet::Writes& writes) {
  for (const ItemWrite& write : writes)
    if (write.error) return unexpected(*write.error);
  // The request fails only if nothing of it could be done.
  if (std::ranges::all_of(writes, [](const ItemWrite& write) { return write.left_out.has_value(); }))
    return unexpected(*writes.front().left_out);
  return shape(context, batch.prepared, writes);
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
  for (ItemWrite& write : *writes) {
    write.may_be_left_out = true;
    if (context.throttle) write.allowance = &batch->used;
  }
  WriteSet::run(context, *std::move(writes), may_wait, batch, {},
                [&context, batch, done = std::move(done)](WriteSet& set, Result<void> outcome) {
                  if (!outcome) return done(unexpected(std::move(outcome.error())));
                  done(outcome_of(context, *batch, set.writes()));
                });
}

}  // namespace partita::engine
