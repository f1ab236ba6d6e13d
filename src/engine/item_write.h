// ItemWrite: one write of one item, alone, in a batch or in a transaction: from what the validators made of it to what
// the item becomes.
#pragma once

#include "engine/context.h"
#include "engine/index/change.h"
#include "engine/item_keys.h"
#include "ops/prepared.h"

#include <optional>
#include <string>
#include <variant>

namespace partita::engine {

using PreparedWrite = ops::PreparedTransactWrite::Member;

struct ItemWrite {
  // Made by resolve().
  PreparedWrite prepared;
  catalog::TablePtr table;
  std::string key;  // in the store
  bool in_transaction = false;

  // Made under the item's lock.
  std::optional<storage::PinnedBytes> before;
  std::optional<std::string> after;      // the item as it will be, encoded
  std::optional<Item> touched;           // UpdateItem: what UPDATED_OLD and UPDATED_NEW answer
  std::optional<Error> error;            // the condition failed, or the update does not fit the item
  WriteUnits units;
  std::int64_t collection_bytes = 0;     // as read, then after the write, where the table has local indexes

  std::optional<value::ItemView> before_view() const;
  std::optional<value::ItemView> after_view() const;
};

// Finds the table, checks the key or item against its schema. Errors: ResourceNotFoundException, ValidationException.
Result<ItemWrite> resolve(const Context& context, PreparedWrite prepared, KeyFault wording = KeyFault::Named);

// What evaluate() does at most, about, in bytes looked at. Requires: `before` is what is stored.
std::uint64_t most_work(const ItemWrite& write);

// What the write holds, about, while it is evaluated and from then on, in bytes: the item's trees, what it becomes and the batch.
// Requires: `before` is what is stored.
std::size_t bytes_to_hold(const ItemWrite& write);

// Fills `after` and `touched`, or `error`. Requires: `before` is what is stored. Reads nothing.
void evaluate(ItemWrite& write);

// What the write counts for in the 4 MB of a transaction: the item that it leaves, or the one that it only looks at or
// deletes. Requires: evaluate().
std::size_t bytes_in_transaction(const ItemWrite& write);

// What the answer's Attributes hold, by ReturnValues; absent where that is nothing.
std::optional<Item> returned_attributes(const ItemWrite& write);
bool wants_old_on_condition_failure(const PreparedWrite& prepared);
bool answers_old_item(const PreparedWrite& prepared);
bool is_condition_check(const PreparedWrite& prepared);

// The key of the sums of the item's collection. Requires: the table has local indexes.
std::string collection_key(const ItemWrite& write);
// The item collection of a written item with its size, for tables with local indexes.
std::optional<ItemCollectionMetrics> collection_metrics(const ItemWrite& write);

}  // namespace partita::engine
