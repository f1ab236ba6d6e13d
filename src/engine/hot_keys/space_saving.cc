#include "engine/hot_keys/space_saving.h"

#include <algorithm>
#include <functional>

namespace partita::engine {

void SpaceSaving::add(std::string_view text, std::uint64_t weight) {
  const std::uint64_t hash = std::hash<std::string_view>()(text);
  const std::string_view kept = text.substr(0, kMostBytes);
  total_ += weight;
  const auto found = std::find_if(counters_.begin(), counters_.end(),
                                  [&](const Counter& counter) { return counter.hash == hash && counter.text == kept; });
  if (found != counters_.end()) {
    found->count += weight;
    return;
  }
  const bool is_cut = text.size() > kMostBytes;
  if (counters_.size() < most_) {
    counters_.push_back({hash, std::string(kept), is_cut, weight, 0});
    return;
  }
  const auto lowest = std::min_element(counters_.begin(), counters_.end(),
                                       [](const Counter& a, const Counter& b) { return a.count < b.count; });
  lowest->text.assign(kept);
  lowest->hash = hash;
  lowest->is_cut = is_cut;
  lowest->error = lowest->count;
  lowest->count += weight;
}

void SpaceSaving::halve() {
  for (Counter& counter : counters_) {
    counter.count /= 2;
    counter.error /= 2;
  }
  total_ /= 2;
  std::erase_if(counters_, [](const Counter& counter) { return counter.count == 0; });
}

std::vector<SpaceSaving::Counter> SpaceSaving::top(std::size_t most) const {
  std::vector<Counter> top = counters_;
  std::stable_sort(top.begin(), top.end(), [](const Counter& a, const Counter& b) { return a.count > b.count; });
  if (top.size() > most) top.resize(most);
  return top;
}

}  // namespace partita::engine
