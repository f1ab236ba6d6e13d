#include "base/try.h"
#include "engine/vector_cache/scorer.h"
#include "engine/vector_cache/search.h"
#include "engine/vector_cache/vector_cache.h"
#include "engine/vectors/read_results.h"

namespace partita::engine {
namespace {

// A search whose results change while it runs is made anew this many times.
constexpr int kAttempts = 3;

}  // namespace

Result<SearchResults> search_entries(const Context& context, const VectorSearch& search) {
  const Scorer scorer(search.index->vector->distance, search.prepared.vector);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    PARTITA_TRY_VALUE(
        rows, context.vectors.search(context.store, search, scorer, [&] { return check_exists(context, search); }));
    if (!rows) break;
    PARTITA_TRY_VALUE(results, read_results(context, search, scorer, *rows, {}));
    if (results) return *std::move(results);
  }
  return search_store(context, search);
}

Result<std::optional<SearchResults>> search_at_once(const Context& context, const VectorSearch& search,
                                                    std::size_t most_bytes) {
  const Scorer scorer(search.index->vector->distance, search.prepared.vector);
  const auto rows = context.vectors.search_at_once(search, scorer, most_bytes);
  if (!rows) return std::nullopt;
  return read_results(context, search, scorer, *rows, {.no_wait = true});
}

}  // namespace partita::engine
