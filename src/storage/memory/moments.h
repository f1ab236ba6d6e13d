// Moments: the versions of a memory store that snapshots or iterators still read.
#pragma once

#include <absl/container/btree_map.h>

#include <cstdint>
#include <mutex>
#include <optional>

namespace partita::storage {

class Moments {
 public:
  void begin(std::uint64_t version) {
    const std::lock_guard lock(mutex_);
    ++alive_[version];
  }
  void end(std::uint64_t version) {
    const std::lock_guard lock(mutex_);
    const auto at = alive_.find(version);
    if (--at->second == 0) alive_.erase(at);
  }

  struct Bounds {
    std::uint64_t oldest, newest;
  };
  // The oldest and the newest moment; nullopt if every reader reads the newest version.
  std::optional<Bounds> bounds() const {
    const std::lock_guard lock(mutex_);
    if (alive_.empty()) return std::nullopt;
    return Bounds{alive_.begin()->first, alive_.rbegin()->first};
  }

 private:
  mutable std::mutex mutex_;
  absl::btree_map<std::uint64_t, std::size_t> alive_;  // number of readers of each; guarded by mutex_
};

}  // namespace partita::storage
