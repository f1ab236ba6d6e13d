// Rewrites some items' entries under their locks, as a writer would: what backfills and sweeps are made of.
#pragma once

#include "engine/context.h"
#include "value/view.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::engine {

// As many items as a job locks at once.
constexpr std::size_t kItemsAtOnce = 64;

// The first keys of the range, at most `limit`. Errors: InternalServerError, Corruption.
Result<std::vector<std::string>> first_keys(const Context& context, const storage::IteratorOptions& range,
                                            std::size_t limit);

// An item under its lock; nullopt where it is gone.
struct LockedItem {
  std::string_view base_key;
  std::optional<value::ItemView> item;
};
// What some items add to the batch; false: nothing is to be written, as the job is no longer wanted.
using PlanItems =
    std::function<Result<bool>(const catalog::TableInfo& table, std::span<const LockedItem> items, storage::Batch& batch)>;

enum class Durable : std::uint8_t {
  Now,    // before the locks are released
  Later,  // with what is synced after it: for what nobody reads, and what is done again where it is lost
};

// Locks the items with these store keys, reads them, calls `plan` and commits what that makes. Waits for locks; must not be
// called on a thread that holds one. false: the table is gone, or `plan` said so, and nothing was done.
// Errors: InternalServerError, Corruption, what `plan` returns.
Result<bool> with_locked_items(Context& context, keys::TableId table, const std::vector<std::string>& base_keys,
                               Durable durable, const PlanItems& plan);

}  // namespace partita::engine
