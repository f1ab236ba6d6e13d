// Changes items or their entries under the items' locks, as a writer would. Backfills and sweeps use it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/context.h"
#include "value/view.h"

namespace partita::engine {

// A walk locks this many items at once, a sweep a small multiple of it.
constexpr std::size_t kItemsAtOnce = 64;

// The first keys of the range, at most `limit` of them. May wait for the disk. Errors: InternalServerError, Corruption.
Result<std::vector<std::string>> first_keys(const Context& context, const storage::IteratorOptions& range,
                                            std::size_t limit);

// An item under its lock. `item` is nullopt if the item does not exist any more. Both views are valid during the call
// of PlanItems.
struct LockedItem {
  std::string_view base_key;
  std::optional<value::ItemView> item;
};
// Adds the writes for `items` to `batch`. Returns false if the job is not wanted any more. The batch is not written
// then.
using PlanItems = std::function<Result<bool>(const catalog::TableInfo& table, std::span<const LockedItem> items,
                                             storage::Batch& batch)>;

enum class Durable : std::uint8_t {
  Now,    // before the locks are released
  Later,  // with a later sync; only for entries that are not read yet and that are made again if they are lost
};

// Locks the items with these store keys, reads them, calls `plan` and commits its batch. The keys may come in any order
// and more than once. It waits for locks and for the disk, so a thread that holds locks must not call it. Returns false
// without a write if the table is gone or if `plan` returned false. Errors: InternalServerError, Corruption, those of
// `plan`.
Result<bool> with_locked_items(Context& context, keys::TableId table, const std::vector<std::string>& base_keys,
                               Durable durable, const PlanItems& plan);

}  // namespace partita::engine
