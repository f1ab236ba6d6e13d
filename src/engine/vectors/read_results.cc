#include "engine/vectors/read_results.h"

#include <algorithm>

#include "base/try.h"
#include "engine/index/vector_entries.h"
#include "engine/loop_budget.h"
#include "engine/pages/answer_limit.h"
#include "engine/vector_cache/vector_cache.h"
#include "engine/vectors/result_item.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

// The entries that are read together: so many that they have about these bytes if they are as large as those before.
constexpr std::size_t kBytesAtOnce = 1 << 20;
constexpr std::size_t kFirstEntries = 8;

class ResultReader {
 public:
  // `most_bytes` is the limit of the answer's items.
  ResultReader(const VectorSearch& search, const Scorer& scorer, std::size_t most_bytes)
      : search_(search), scorer_(scorer), most_bytes_(most_bytes), vector_(search.index->vector->dimensions) {}

  // Whether the entry is that of the row. An entry that changed has another score, or does not pass the filters.
  bool is_of(const PartitionRows::Found& row, std::string_view value) {
    const VectorEntry entry = parse_vector_entry(*search_.index, value);
    std::copy_n(entry.vector.data(), entry.vector.size(), reinterpret_cast<char*>(vector_.data()));
    return scorer_.score(vector_.data()) == row.score && passes_filters(search_, entry.item);
  }

  // Returns false if the answer is full. Errors: MemoryLimitExceeded.
  Result<bool> add(const PartitionRows::Found& row, std::string_view value) {
    results_.stored_bytes += value::item_size_bytes(parse_vector_entry(*search_.index, value).item);
    SearchResultItem result{result_item(*search_.index, value, search_.prepared.projection), row.score};
    answered_bytes_ += value::item_size_bytes(value::ItemView(result.item.bytes()));
    if (answered_bytes_ > limits::kSearchBytes) return false;
    if (answered_bytes_ > most_bytes_) return unexpected(answer_too_large(most_bytes_));
    if (search_.room) search_.room->grow_to(answered_bytes_);
    results_.items.push_back(std::move(result));
    return true;
  }

  SearchResults take() { return std::move(results_); }

 private:
  const VectorSearch& search_;
  const Scorer& scorer_;
  const std::size_t most_bytes_;
  std::vector<float> vector_;
  std::size_t answered_bytes_ = 0;
  SearchResults results_;
};

// Takes the work on the values from what is left of a loop's budget. Returns false if that is too little.
bool spend_on(const std::vector<storage::GetResult>& values, std::size_t& left) {
  std::size_t bytes = 0;
  for (const storage::GetResult& value : values) bytes += kItemWork + value.value.bytes.size();
  base::RoundBudget::spend(bytes);
  const bool enough = bytes <= left;
  left -= std::min(bytes, left);
  return enough;
}

}  // namespace

Result<std::optional<SearchResults>> read_results(const Context& context, const VectorSearch& search,
                                                  const Scorer& scorer, std::span<const PartitionRows::Found> rows,
                                                  const storage::ReadOptions& options) {
  ResultReader reader(search, scorer, context.answer_bytes);
  std::size_t left = options.no_wait ? loop_budget() : SIZE_MAX;
  std::size_t at_once = kFirstEntries, largest = 1;
  bool same = true, full = false;
  while (!rows.empty() && !full) {
    const auto group = rows.first(std::min(at_once, rows.size()));
    rows = rows.subspan(group.size());
    std::vector<std::string> keys;
    for (const auto& row : group) keys.push_back(search.prefix + row.key);
    const std::vector<std::string_view> views(keys.begin(), keys.end());
    PARTITA_TRY_VALUE(stored, context.store.get_many(views, options));
    if (options.no_wait && !spend_on(stored, left)) return std::nullopt;
    for (std::size_t i = 0; i < group.size() && !full; ++i) {
      if (stored[i].state == storage::ReadState::NotCached) return std::nullopt;
      const std::string_view value = stored[i].value.bytes;
      const bool is_same = stored[i].state == storage::ReadState::Found && reader.is_of(group[i], value);
      // Its writer has not reported the change yet.
      if (!is_same) context.vectors.changed(keys[i]);
      same = same && is_same;
      largest = std::max(largest, value.size());
      if (!same) continue;
      PARTITA_TRY_VALUE(added, reader.add(group[i], value));
      full = !added;
    }
    at_once = std::max<std::size_t>(kBytesAtOnce / largest, 1);
  }
  if (!same) return std::nullopt;
  return reader.take();
}

}  // namespace partita::engine
