// RecentKeys: whether a key was asked for shortly before. It remembers roughly the newest keys, because each key
// overwrites another one. One in 32,768 unknown keys is taken for a remembered one.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace partita::storage {

// Any number of threads may use it.
class RecentKeys {
 public:
  // Remembers about `keys` keys (rounded up to a power of two), two bytes each. The system provides memory only as
  // slots are used. Throws std::bad_alloc.
  explicit RecentKeys(std::size_t keys)
      : mask_(std::bit_ceil(keys) - 1), marks_(static_cast<Mark*>(std::calloc(mask_ + 1, sizeof(Mark)))) {
    if (marks_ == nullptr) throw std::bad_alloc();
  }

  // `hash` is the hash of the key.
  bool contains(std::uint64_t hash) const { return place_of(hash).load(std::memory_order_relaxed) == mark_of(hash); }
  void remember(std::uint64_t hash) { place_of(hash).store(mark_of(hash), std::memory_order_relaxed); }

 private:
  using Mark = std::uint16_t;
  static Mark mark_of(std::uint64_t hash) { return static_cast<Mark>(hash >> 48 | 1); }  // 0: an unused slot
  std::atomic_ref<Mark> place_of(std::uint64_t hash) const { return std::atomic_ref<Mark>(marks_.get()[hash & mask_]); }
  struct Free {
    void operator()(Mark* marks) const { std::free(marks); }
  };

  const std::size_t mask_;
  const std::unique_ptr<Mark, Free> marks_;
};

}  // namespace partita::storage
