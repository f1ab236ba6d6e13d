// RecentKeys: whether a key was asked for shortly before. The newest kKeys of them, more or less: each overwrites
// another, and one in 32,768 is taken for one that was there.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace partita::storage {

// For any number of threads.
class RecentKeys {
 public:
  static constexpr std::size_t kKeys = 1 << 16;

  // Remembers the key with this hash. Returns whether it was there already.
  bool remember(std::uint64_t hash) {
    std::atomic<std::uint16_t>& place = places_[hash % kKeys];
    const auto mark = static_cast<std::uint16_t>(hash >> 48 | 1);  // 0: never used
    if (place.load(std::memory_order_relaxed) == mark) return true;
    place.store(mark, std::memory_order_relaxed);
    return false;
  }

 private:
  std::array<std::atomic<std::uint16_t>, kKeys> places_{};
};

}  // namespace partita::storage
