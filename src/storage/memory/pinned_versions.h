// PinnedVersions: the versions of a memory store that snapshots or iterators still read.
#pragma once

#include <absl/container/btree_map.h>

#include <cstdint>
#include <mutex>
#include <optional>

namespace partita::storage {

class PinnedVersions {
 public:
  void pin(std::uint64_t version) {
    const std::lock_guard lock(mutex_);
    ++readers_[version];
  }
  void unpin(std::uint64_t version) {
    const std::lock_guard lock(mutex_);
    const auto at = readers_.find(version);
    if (--at->second == 0) readers_.erase(at);
  }

  struct Bounds {
    std::uint64_t oldest, newest;
  };
  // The oldest and the newest pinned version; nullopt if every reader reads the newest version.
  std::optional<Bounds> bounds() const {
    const std::lock_guard lock(mutex_);
    if (readers_.empty()) return std::nullopt;
    return Bounds{readers_.begin()->first, readers_.rbegin()->first};
  }

 private:
  mutable std::mutex mutex_;
  absl::btree_map<std::uint64_t, std::size_t> readers_;  // number of readers of each; guarded by mutex_
};

}  // namespace partita::storage
