// RecentKeys: whether a key was asked for shortly before. It remembers the newest keys, more or less: each overwrites
// another, and one in 32,768 is taken for one that was there.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace partita::storage {

// For any number of threads.
class RecentKeys {
 public:
  // Remembers some `keys` of them, in two bytes each, which are taken from memory as they are used.
  explicit RecentKeys(std::size_t keys)
      : mask_(std::bit_ceil(keys) - 1), marks_(static_cast<Mark*>(std::calloc(mask_ + 1, sizeof(Mark)))) {
    if (marks_ == nullptr) throw std::bad_alloc();
  }

  // Remembers the key with this hash. Returns whether it was there already.
  bool remember(std::uint64_t hash) {
    std::atomic_ref<Mark> place(marks_.get()[hash & mask_]);
    const auto mark = static_cast<Mark>(hash >> 48 | 1);  // 0: never used
    if (place.load(std::memory_order_relaxed) == mark) return true;
    place.store(mark, std::memory_order_relaxed);
    return false;
  }

 private:
  using Mark = std::uint16_t;
  struct Free {
    void operator()(Mark* marks) const { std::free(marks); }
  };

  const std::size_t mask_;
  const std::unique_ptr<Mark, Free> marks_;
};

}  // namespace partita::storage
