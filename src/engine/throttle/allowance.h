// Allowance: what the members of a batch have used so far. They are admitted one by one, and the batch is charged when
// it is answered, so each member must know what the ones before it will cost.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "engine/throttle/throttle.h"

namespace partita::engine {

// Several threads may use an allowance at once.
class Allowance {
 public:
  // Throttle::refuse() after what the batch has used of the place.
  std::optional<Error> refuse(Throttle& throttle, const Throttle::Place& place);
  // Notes what a member will cost.
  void use(const Throttle::Place& place, double units);

 private:
  struct Entry {
    keys::TableId table;
    keys::IndexId index;
    Side side;
    std::size_t range;
    std::int64_t milli;
  };
  static Entry entry_of(const Throttle::Place& place, std::int64_t milli);

  std::mutex mutex_;
  std::vector<Entry> entries_;  // guarded by mutex_; one for each key range that the batch has used
};

}  // namespace partita::engine
