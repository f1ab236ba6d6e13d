// Rewrites some items' entries under their locks, as a writer would: what backfills and sweeps are made of.
#pragma once

#include "engine/context.h"
#include "value/view.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace partita::engine {

// The first 64 keys of the range, or all if it has fewer: as many items as a job locks at once.
// Errors: InternalServerError, Corruption.
Result<std::vector<std::string>> first_keys(const Context& context, const storage::IteratorOptions& range);

// What one item adds to the batch. `item` is nullopt where it is gone.
using PlanItem = std::function<Result<void>(const catalog::TableInfo& table, const std::string& base_key,
                                            const std::optional<value::ItemView>& item, storage::Batch& batch)>;

// Locks the items with these store keys, reads them, calls `plan` for each and commits one batch that begins with `also`.
// Waits for locks; must not be called on a thread that holds one. false: the table is gone, and nothing was done.
// Errors: InternalServerError, Corruption, what `plan` returns.
Result<bool> with_locked_items(Context& context, keys::TableId table, const std::vector<std::string>& base_keys,
                               storage::Batch also, const PlanItem& plan);

}  // namespace partita::engine
