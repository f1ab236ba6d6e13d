// The items of a search's results, read from the store.
#pragma once

#include <optional>
#include <span>

#include "engine/vector_cache/partition_rows.h"
#include "engine/vector_cache/scorer.h"
#include "engine/vector_cache/search.h"
#include "storage/store.h"

namespace partita::engine {

// Reads the entries of the rows, the best row first, and projects their items. Few entries are in memory at a time,
// because a hundred of them may be 40 MB. nullopt with `options.no_wait` if an entry is not in memory or the entries
// are more than an event loop has time for, and if an entry is not that of its row any more. Such an entry is reported
// to the cache, which reads it anew. Errors: MemoryLimitExceeded, InternalServerError, Corruption.
Result<std::optional<SearchResults>> read_results(const Context& context, const VectorSearch& search,
                                                  const Scorer& scorer, std::span<const PartitionRows::Found> rows,
                                                  const storage::ReadOptions& options);

}  // namespace partita::engine
