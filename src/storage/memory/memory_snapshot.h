#pragma once

#include "storage/memory/memory_store.h"

namespace partita::storage {

class MemorySnapshot final : public Snapshot {
 public:
  // Requires: `store` outlives this object.
  explicit MemorySnapshot(const MemoryStore& store) : store_(store), version_(store.pin_version()) {}
  ~MemorySnapshot() override { store_.pinned_versions_.unpin(version_); }
  MemorySnapshot(const MemorySnapshot&) = delete;
  MemorySnapshot& operator=(const MemorySnapshot&) = delete;

  std::uint64_t version() const { return version_; }

 private:
  const MemoryStore& store_;
  const std::uint64_t version_;
};

}  // namespace partita::storage
