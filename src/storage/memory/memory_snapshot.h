#pragma once

#include "storage/memory/memory_store.h"

namespace partita::storage {

class MemorySnapshot final : public Snapshot {
 public:
  // Requires: `store` outlives this object.
  explicit MemorySnapshot(const MemoryStore& store) : store_(store), moment_(store.begin_moment()) {}
  ~MemorySnapshot() override { store_.moments_.end(moment_); }
  MemorySnapshot(const MemorySnapshot&) = delete;
  MemorySnapshot& operator=(const MemorySnapshot&) = delete;

  std::uint64_t moment() const { return moment_; }

 private:
  const MemoryStore& store_;
  const std::uint64_t moment_;
};

}  // namespace partita::storage
