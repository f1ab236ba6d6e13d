#include "engine/vector_cache/search_turns.h"

#include <algorithm>

#include "base/lack_of_memory.h"

namespace partita::engine {

bool SearchTurns::is_taken(std::string_view prefix) const {
  return std::ranges::any_of(taken_, [&](const Place& taken) { return !taken.shares && taken.prefix == prefix; });
}

// Many searches may wait for a partition, so its need is asked for once for all of them.
void SearchTurns::look_up_needs() {
  for (Place& taken : taken_) taken.shares = need_of_(taken.prefix) == Need::Several;
}

std::optional<SearchTurns::Turn> SearchTurns::take(std::string_view prefix, Granted granted) {
  if (need_of_(prefix) == Need::None) return Turn();
  Places place;
  place.push_back({std::string(prefix), std::move(granted)});
  const std::lock_guard lock(mutex_);
  look_up_needs();
  const auto waits_too = [&](const Place& waiting) { return waiting.prefix == prefix; };
  if (granting_ || taken_.size() >= most_ || is_taken(prefix) || std::ranges::any_of(waiting_, waits_too)) {
    waiting_.splice(waiting_.end(), place);
    return std::nullopt;
  }
  taken_.splice(taken_.end(), place);
  return Turn(*this, std::prev(taken_.end()));
}

std::optional<std::pair<SearchTurns::Granted, SearchTurns::Turn>> SearchTurns::next() {
  if (!free_.empty()) {
    std::pair<Granted, Turn> next(std::move(free_.front().granted), Turn());
    free_.pop_front();
    return next;
  }
  if (taken_.size() >= most_) return std::nullopt;
  look_up_needs();
  const auto place = std::ranges::find_if(waiting_, [&](const Place& waiting) { return !is_taken(waiting.prefix); });
  if (place == waiting_.end()) return std::nullopt;
  taken_.splice(taken_.end(), waiting_, place);
  return std::pair<Granted, Turn>(std::exchange(place->granted, nullptr), Turn(*this, place));
}

// A search that is granted a turn may end it at once. Then this thread grants it to the next one, and not the inner
// call, so that the stack stays small.
void SearchTurns::end(Places::iterator place) noexcept {
  Places ended;
  std::unique_lock lock(mutex_);
  ended.splice(ended.end(), taken_, place);
  const std::string_view prefix = place->prefix;
  if (need_of_(prefix) == Need::None)
    for (auto at = waiting_.begin(); at != waiting_.end();)
      if (const auto waiting = at++; waiting->prefix == prefix) free_.splice(free_.end(), waiting_, waiting);
  if (granting_) return;
  granting_ = true;
  while (auto granted = next()) {
    lock.unlock();
    (void)base::had_memory_for([&] { granted->first(std::move(granted->second)); });
    granted.reset();
    lock.lock();
  }
  granting_ = false;
}

}  // namespace partita::engine
