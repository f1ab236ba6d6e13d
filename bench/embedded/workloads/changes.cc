#include "embedded/workloads/changes.h"

namespace partita::bench {

Changes::Changes(const Items& items, const Part& part, Writing writing)
    : count_(items.count()), part_(part), writing_(writing), random_(part.thread), versions_(items.count()) {}

std::vector<Change> Changes::next(std::size_t count) {
  deleted_.clear();
  std::vector<Change> changes;
  for (std::size_t i = 0; i < count; ++i) changes.push_back(next());
  return changes;
}

Change Changes::next() {
  if (writing_ == Writing::Insert)
    return {.item = count_ + inserted_++ * part_.threads + part_.thread, .before = std::nullopt, .after = 0};
  const std::uint64_t item = pick_unlike(deleted_);
  const std::uint64_t before = versions_[item];
  if (writing_ == Writing::Delete) {
    deleted_.insert(item);
    return {.item = item, .before = before, .after = std::nullopt};
  }
  return {.item = item, .before = before, .after = ++versions_[item]};
}

std::uint64_t Changes::pick_unlike(const std::unordered_set<std::uint64_t>& taken) {
  std::uint64_t item = part_.pick(random_, count_);
  while (taken.contains(item)) item = part_.pick(random_, count_);
  return item;
}

}  // namespace partita::bench
