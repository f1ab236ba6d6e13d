#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "engine/index/vector_entries.h"
#include "engine/vector_cache/best.h"
#include "engine/vector_cache/scorer.h"
#include "engine/vector_cache/search.h"
#include "engine/vectors/read_results.h"
#include "keys/key_codec.h"

namespace partita::engine {
namespace {

// The vector of an entry at an aligned address.
class AlignedVector {
 public:
  explicit AlignedVector(std::size_t dimensions) : numbers_(dimensions) {}
  const float* of(std::string_view bytes) {
    std::memcpy(numbers_.data(), bytes.data(), numbers_.size() * sizeof(float));
    return numbers_.data();
  }

 private:
  std::vector<float> numbers_;
};

struct Candidate {
  float rank = 0;
  float score = 0;
  std::string key;
};

// The best candidates by their scores. Of equal scores the smaller key comes first.
std::vector<PartitionRows::Found> in_order(const VectorSearch& search, const Scorer& scorer,
                                           std::vector<Candidate> candidates) {
  std::ranges::sort(candidates, [&](const Candidate& a, const Candidate& b) {
    return a.score == b.score ? a.key < b.key : scorer.is_better(a.score, b.score);
  });
  if (candidates.size() > search.prepared.top_k) candidates.resize(search.prepared.top_k);
  std::vector<PartitionRows::Found> found;
  for (Candidate& candidate : candidates) found.push_back({candidate.score, std::move(candidate.key)});
  return found;
}

}  // namespace

bool passes_filters(const VectorSearch& search, const value::ItemView& item) {
  return std::ranges::all_of(search.filters, [&](const VectorSearch::Filter& filter) {
    const auto value = item.find(filter.attribute);
    return value && value->bytes() == filter.value;
  });
}

Result<SearchResults> search_store(const Context& context, const VectorSearch& search) {
  const Scorer scorer(search.index->vector->distance, search.prepared.vector);
  const auto before = [](const Candidate& a, const Candidate& b) {
    return a.rank == b.rank ? a.key < b.key : a.rank < b.rank;
  };
  Best<Candidate, decltype(before)> best(search.prepared.top_k + VectorSearch::kSpareCandidates, before);
  const auto snapshot = context.store.snapshot();
  storage::IteratorOptions range;
  range.snapshot = snapshot.get();
  range.lower = search.prefix;
  range.upper = keys::prefix_end(search.prefix);
  range.within_prefix = true;
  range.fill_cache = false;
  AlignedVector buffer(search.index->vector->dimensions);
  range.never_discarded = true;
  auto entries = context.store.iterate(range);
  for (std::size_t read = 0; entries->valid(); entries->next(), ++read) {
    if (read % VectorSearch::kEntriesBetweenChecks == 0) PARTITA_TRY(check_exists(context, search));
    const VectorEntry entry = parse_vector_entry(*search.index, entries->value());
    if (!passes_filters(search, entry.item)) continue;
    const float* const vector = buffer.of(entry.vector);
    const float rank = scorer.rank(vector, scorer.inverse_length(vector));
    if (best.is_full() && rank > best.worst().rank) continue;
    Candidate candidate{rank, 0, std::string(entries->key().substr(search.prefix.size()))};
    if (!best.wants(candidate)) continue;
    candidate.score = scorer.score(vector);
    best.add(std::move(candidate));
  }
  PARTITA_TRY(entries->end_state());
  entries.reset();
  const auto rows = in_order(search, scorer, best.take());
  PARTITA_TRY_VALUE(results, read_results(context, search, scorer, rows, {.snapshot = range.snapshot}));
  if (!results) return fail(ErrorCode::InternalServerError, "An entry of a vector index is not the same in two reads");
  return *std::move(results);
}

}  // namespace partita::engine
