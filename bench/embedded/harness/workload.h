// A workload: its table, and the sides that perform its operations.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "embedded/harness/side.h"
#include "embedded/stores/stores.h"

namespace partita::bench {

// The number of a side's thread among all threads. Threads that write share no item.
struct Part {
  std::uint64_t thread = 0;
  std::uint64_t threads = 1;

  std::uint64_t pick(Random& random, std::uint64_t count) const {
    return threads == 1 ? random.below(count) : random.below(count / threads) * threads + thread;
  }
};

struct Workload {
  static constexpr std::uint64_t kNoSortKey = 0;
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  std::string_view name;
  std::string_view what;
  std::uint64_t group;  // items in a partition, kAll, or kNoSortKey
  unsigned indexes;
  std::size_t chunk;  // operations prepared together
  struct SideFactory {
    std::string_view name;
    std::unique_ptr<Side> (*make)(Stores&, const Part&);
  };
  std::array<SideFactory, 2> sides;
};

}  // namespace partita::bench
