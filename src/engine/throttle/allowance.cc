#include "engine/throttle/allowance.h"

namespace partita::engine {

Allowance::Entry Allowance::entry_of(const Throttle::Place& place, std::int64_t milli) {
  const bool of_index = place.index && place.index->global;
  return {place.table.id, of_index ? place.index->id : keys::kBaseTable, place.side, Meter::range_of(place.hash),
          milli};
}

std::optional<Error> Allowance::refuse(Throttle& throttle, const Throttle::Place& place) {
  Throttle::Used used;
  const Entry wanted = entry_of(place, 0);
  const std::lock_guard lock(mutex_);
  for (const Entry& entry : entries_) {
    if (entry.table != wanted.table || entry.index != wanted.index || entry.side != wanted.side) continue;
    used.in_all += entry.milli;
    if (entry.range == wanted.range) used.of_range += entry.milli;
  }
  return throttle.refuse(place, used);
}

void Allowance::use(const Throttle::Place& place, double units) {
  const Entry more = entry_of(place, milli_units(units));
  const std::lock_guard lock(mutex_);
  for (Entry& entry : entries_) {
    if (entry.table != more.table || entry.index != more.index || entry.side != more.side || entry.range != more.range)
      continue;
    entry.milli += more.milli;
    return;
  }
  entries_.push_back(more);
}

}  // namespace partita::engine
