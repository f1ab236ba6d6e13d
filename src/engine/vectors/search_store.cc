#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "engine/index/vector_entries.h"
#include "engine/vectors/best.h"
#include "engine/vectors/scorer.h"
#include "engine/vectors/search.h"
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
  std::string key;
  std::string value;
};

std::vector<FoundEntry> in_order(const VectorSearch& search, const Scorer& scorer, std::vector<Candidate> candidates) {
  std::vector<FoundEntry> found;
  AlignedVector vector(search.index->vector->dimensions);
  for (Candidate& candidate : candidates)
    found.push_back({scorer.score(vector.of(candidate.value)), std::move(candidate.key), std::move(candidate.value)});
  std::ranges::sort(found, [&](const FoundEntry& a, const FoundEntry& b) {
    return a.score == b.score ? a.key < b.key : scorer.is_better(a.score, b.score);
  });
  if (found.size() > search.prepared.top_k) found.resize(search.prepared.top_k);
  return found;
}

}  // namespace

bool passes_filters(const VectorSearch& search, const value::ItemView& item) {
  return std::ranges::all_of(search.filters, [&](const VectorSearch::Filter& filter) {
    const auto value = item.find(filter.attribute);
    return value && value->bytes() == filter.value;
  });
}

Result<std::vector<FoundEntry>> search_store(const Context& context, const VectorSearch& search) {
  const Scorer scorer(search.index->vector->distance, search.prepared.vector);
  const auto before = [](const Candidate& a, const Candidate& b) {
    return a.rank == b.rank ? a.key < b.key : a.rank < b.rank;
  };
  Best<Candidate, decltype(before)> best(search.prepared.top_k + VectorSearch::kSpareCandidates, before);
  storage::IteratorOptions range;
  range.lower = search.prefix;
  range.upper = keys::prefix_end(search.prefix);
  range.within_prefix = true;
  range.fill_cache = false;
  AlignedVector buffer(search.index->vector->dimensions);
  auto entries = context.store.iterate(range);
  for (std::size_t read = 0; entries->valid(); entries->next(), ++read) {
    if (read % VectorSearch::kEntriesBetweenChecks == 0) PARTITA_TRY(check_exists(context, search));
    const VectorEntry entry = parse_vector_entry(*search.index, entries->value());
    if (!passes_filters(search, entry.item)) continue;
    const float* const vector = buffer.of(entry.vector);
    const float rank = scorer.rank(vector, scorer.inverse_length(vector));
    if (best.is_full() && rank > best.worst().rank) continue;
    Candidate candidate{rank, std::string(entries->key().substr(search.prefix.size())), std::string(entries->value())};
    if (best.wants(candidate)) best.add(std::move(candidate));
  }
  PARTITA_TRY(entries->end_state());
  return in_order(search, scorer, best.take());
}

}  // namespace partita::engine
