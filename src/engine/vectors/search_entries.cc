#include <algorithm>

#include "base/try.h"
#include "engine/index/vector_entries.h"
#include "engine/vectors/scorer.h"
#include "engine/vectors/search.h"
#include "engine/vectors/vector_cache.h"

namespace partita::engine {
namespace {

// A search whose results change while it runs is made anew this many times.
constexpr int kAttempts = 3;

// The entries of the rows, as the store has them now. `changed` is set if one of them is not that of its row any more.
// nullopt if `no_wait` and an entry is not in memory, or if one has changed.
Result<std::optional<std::vector<FoundEntry>>> entries_of(const Context& context, const VectorSearch& search,
                                                          const Scorer& scorer, const VectorCache::Rows& rows,
                                                          bool no_wait) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(search.prefix + row.key);
  const std::vector<std::string_view> views(keys.begin(), keys.end());
  PARTITA_TRY_VALUE(stored, context.store.get_many(views, {.no_wait = no_wait}));
  std::vector<FoundEntry> found;
  std::vector<float> vector(search.index->vector->dimensions);
  bool same = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (stored[i].state == storage::ReadState::NotCached) return std::nullopt;
    bool is_same = stored[i].state == storage::ReadState::Found;
    if (is_same) {
      const VectorEntry entry = parse_vector_entry(*search.index, stored[i].value.bytes);
      std::copy_n(entry.vector.data(), entry.vector.size(), reinterpret_cast<char*>(vector.data()));
      is_same = scorer.score(vector.data()) == rows[i].score && passes_filters(search, entry.item);
    }
    // Its writer has not reported the change yet.
    if (!is_same) context.vectors.changed(keys[i]);
    same = same && is_same;
    if (same) found.push_back({rows[i].score, rows[i].key, std::string(stored[i].value.bytes)});
  }
  if (!same) return std::nullopt;
  return found;
}

}  // namespace

Result<std::vector<FoundEntry>> search_entries(const Context& context, const VectorSearch& search) {
  const Scorer scorer(search.index->vector->distance, search.prepared.vector);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    PARTITA_TRY_VALUE(
        rows, context.vectors.search(context.store, search, scorer, [&] { return check_exists(context, search); }));
    if (!rows) break;
    PARTITA_TRY_VALUE(found, entries_of(context, search, scorer, *rows, false));
    if (found) return *std::move(found);
  }
  return search_store(context, search);
}

Result<std::optional<std::vector<FoundEntry>>> search_at_once(const Context& context, const VectorSearch& search,
                                                              std::size_t most_bytes) {
  const Scorer scorer(search.index->vector->distance, search.prepared.vector);
  const auto rows = context.vectors.search_at_once(search, scorer, most_bytes);
  if (!rows) return std::nullopt;
  return entries_of(context, search, scorer, *rows, true);
}

}  // namespace partita::engine
