// Chooses the items and versions that the writing workloads write, so that both sides know the stored items before and
// after.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "embedded/harness/workload.h"

namespace partita::bench {

enum class Writing : std::uint8_t {
  Overwrite,  // PutItem over an existing item
  Insert,     // PutItem of a new item; the table grows
  Update,     // UpdateItem with a condition on the version read
  Delete,     // DeleteItem; the item is put back after the chunk has run
};

struct Change {
  std::uint64_t item = 0;
  std::optional<std::uint64_t> before;  // version; nullopt: no item
  std::optional<std::uint64_t> after;
};

class Changes {
 public:
  Changes(const Items& items, const Part& part, Writing writing);

  // The next `count` changes, which must be made in this order. Requires, for Delete: `count` is well below the number
  // of items.
  std::vector<Change> next(std::size_t count);

 private:
  Change next();
  std::uint64_t pick_unlike(const std::unordered_set<std::uint64_t>& taken);

  const std::uint64_t count_;
  const Part part_;
  const Writing writing_;
  Random random_;
  std::vector<std::uint16_t> versions_;
  std::uint64_t inserted_ = 0;
  std::unordered_set<std::uint64_t> deleted_;  // in this chunk
};

}  // namespace partita::bench
