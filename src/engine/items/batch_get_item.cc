#include <algorithm>
#include <iterator>
#include <string>

#include "base/try.h"
#include "engine/changes/capacity.h"
#include "engine/changes/item_keys.h"
#include "engine/find_table.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/items/delayed_read.h"
#include "engine/items/key_set.h"
#include "engine/items/read_ahead.h"
#include "engine/items/read_item.h"
#include "engine/operations.h"
#include "engine/threads/executor.h"
#include "engine/throttle/allowance.h"
#include "keys/key_space.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

struct TableGet {
  const ops::PreparedBatchGet::Table* prepared;
  const KeysAndAttributes* request;
  catalog::TablePtr table;
  std::vector<std::string> keys;
  std::vector<std::size_t> positions;  // of the keys in the request
};

struct BatchGet {
  BatchGetItemRequest request;
  ops::PreparedBatchGet prepared;
  std::vector<TableGet> tables;
};

// `seen` has the keys of all tables so far. An item that the request names in two spellings is read once.
Result<TableGet> resolve_table(const Context& context, const ops::PreparedBatchGet::Table& prepared,
                               const KeysAndAttributes& request, KeySet& seen) {
  PARTITA_TRY(check_arn(context, prepared.given, "BatchGetItem"));
  PARTITA_TRY_VALUE(table, table_for_items(context, prepared.table));
  TableGet get{&prepared, &request, std::move(table), {}, {}};
  get.keys.reserve(prepared.keys.size());  // so that the keys keep their addresses, which `seen` points to
  for (std::size_t i = 0; i < prepared.keys.size(); ++i) {
    PARTITA_TRY_VALUE(key, key_of_key(*get.table, *prepared.keys[i]));
    get.keys.push_back(std::move(key));
    if (!seen.insert(get.keys.back())) {
      get.keys.pop_back();
      continue;
    }
    context.hot_keys.saw_item(*get.table, get.keys.back());
    get.positions.push_back(i);
  }
  return get;
}

// The keys at these positions, in the form of the next request.
KeysAndAttributes unprocessed(const TableGet& get, const std::vector<std::size_t>& positions) {
  KeysAndAttributes left = *get.request;
  std::vector<AttributeMap> keys;
  for (const std::size_t position : positions) keys.push_back(std::move((*left.keys)[position]));
  left.keys = std::move(keys);
  return left;
}

// Adds the items of a table. A table that the request names by its name and by its ARN has one entry, by the first one.
void add_items(const BatchGet& batch, const TableGet& get, std::vector<Item> items, BatchGetItemResponse& response) {
  const auto same = [&](const TableGet& other) { return other.table->id == get.table->id; };
  const auto first = std::ranges::find_if(batch.tables, same);
  if (&*first == &get) return void(response.responses.emplace_back(get.prepared->given, std::move(items)));
  const auto known = std::ranges::find_if(response.responses,
                                          [&](const auto& entry) { return entry.first == first->prepared->given; });
  std::ranges::move(items, std::back_inserter(known->second));
}

// Reads the items. Returns nullopt if `may_wait` is No and an item is not in memory.
Result<std::optional<BatchGetItemResponse>> read(const Context& context, const BatchGet& batch, MayWait may_wait) {
  BatchGetItemResponse response;
  Consumptions consumptions(context.throttle);
  Allowance used;
  std::optional<Error> refused;  // the first one
  std::size_t total_bytes = 0, processed = 0;
  bool full = false;
  // Even if all items have the largest size, one call reads no more of them than the answer may hold.
  const std::size_t keys_at_once =
      std::clamp<std::size_t>(context.batch_get_bytes / limits::kItemSizeBytes, 1, ReadAhead::kKeysAtOnce);
  for (const TableGet& get : batch.tables) {
    std::vector<Item> items;
    Consumption& consumption = consumptions.of(get.table, get.prepared->given);
    const auto state = table_state(context, get.prepared->consistent);
    ReadAhead reads(context.store, get.keys, {.snapshot = state.get(), .no_wait = may_wait == MayWait::No},
                    keys_at_once);
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < get.keys.size(); ++i) {
      if (full) {
        left.push_back(get.positions[i]);
        continue;
      }
      PARTITA_TRY_VALUE(stored, reads.next());
      if (stored.state == storage::ReadState::NotCached) return std::nullopt;
      const Throttle::Place place{*get.table, nullptr, Side::Read, keys::hash_in(get.keys[i]), get.keys[i]};
      if (context.throttle) {
        if (auto throttled = used.refuse(*context.throttle, place)) {
          if (!refused) refused = std::move(throttled);
          left.push_back(get.positions[i]);
          continue;
        }
      }
      const ReadItem item = read_item(std::move(stored), get.prepared->projection);
      total_bytes += item.size_bytes();
      const bool is_first = total_bytes == item.size_bytes();
      if (total_bytes > context.batch_get_bytes && !is_first) {
        full = true;
        left.push_back(get.positions[i]);
        continue;
      }
      const double units = read_units(item.charged_bytes(*get.table), get.prepared->consistent);
      consumption.add_read(units, get.keys[i]);
      if (context.throttle) used.use(place, units);
      ++processed;
      if (item.item) items.push_back(*item.item);
    }
    if (!left.empty()) response.unprocessed_keys.emplace_back(get.prepared->given, unprocessed(get, left));
    add_items(batch, get, std::move(items), response);
  }
  // The request fails only if nothing of it could be done.
  if (refused && processed == 0) return unexpected(*std::move(refused));
  consumptions.charge();
  response.consumed_capacity = consumptions.report(batch.prepared.capacity);
  return response;
}

}  // namespace

void batch_get_item(Context& context, BatchGetItemRequest request, MayWait may_wait,
                    Completion<BatchGetItemResponse> done) {
  auto batch = std::make_shared<BatchGet>();
  batch->request = std::move(request);
  auto prepared = ops::prepare(batch->request);
  if (!prepared) return done(unexpected(std::move(prepared.error())));
  batch->prepared = *std::move(prepared);
  std::size_t count = 0;
  for (const ops::PreparedBatchGet::Table& table : batch->prepared.tables) count += table.keys.size();
  KeySet seen(count);
  for (std::size_t i = 0; i < batch->prepared.tables.size(); ++i) {
    auto table = resolve_table(context, batch->prepared.tables[i], (*batch->request.request_items)[i].second, seen);
    if (!table) return done(unexpected(std::move(table.error())));
    batch->tables.push_back(*std::move(table));
  }
  auto response = read(context, *batch, may_wait);
  if (!response) return done(unexpected(std::move(response.error())));
  if (*response) return done(**std::move(response));
  context.executor.post([&context, batch, done = std::move(done)] {
    auto again = read(context, *batch, MayWait::Yes);
    if (!again) return done(unexpected(std::move(again.error())));
    done(**std::move(again));
  });
}

}  // namespace partita::engine
