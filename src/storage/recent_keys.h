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

  // Both: the key with this hash.
  bool contains(std::uint64_t hash) const { return place_of(hash).load(std::memory_order_relaxed) == mark_of(hash); }
  void remember(std::uint64_t hash) { place_of(hash).store(mark_of(hash), std::memory_order_relaxed); }

 private:
  using Mark = std::uint16_t;
  static Mark mark_of(std::uint64_t hash) { return static_cast<Mark>(hash >> 48 | 1); }  // 0: never used
  std::atomic_ref<Mark> place_of(std::uint64_t hash) const { return std::atomic_ref<Mark>(marks_.get()[hash & mask_]); }
  struct Free {
    void operator()(Mark* marks) const { std::free(marks); }
  };

  const std::size_t mask_;
  const std::unique_ptr<Mark, Free> marks_;
};

}  // namespace partita::storage
