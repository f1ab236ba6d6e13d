// How `partita serve` shares out the memory that it is to get along with.
#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::tools {

struct MemoryShares {
  std::uint64_t requests_bytes;      // of requests and answers under way
  std::uint64_t cache_bytes;         // of blocks and rows; where no limit is given, the store's own default
  std::uint64_t memtable_bytes;      // of one memtable, of which there are two while one is flushed; likewise
  std::uint64_t large_writes_bytes;  // of what large writes under way make
  std::uint64_t batch_get_bytes;     // of items that one BatchGetItem reads
};

// The rest is for what nobody counts: the program itself (20 MB), threads, connections, reads under way, and what the
// allocator keeps.
constexpr MemoryShares memory_shares(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMb = 1 << 20;
  return {.requests_bytes = memory_bytes / 4,
          .cache_bytes = memory_bytes / 8,
          .memtable_bytes = std::clamp(memory_bytes / 32, 2 * kMb, 64 * kMb),
          .large_writes_bytes = std::clamp(memory_bytes / 16, 4 * kMb, 64 * kMb),
          .batch_get_bytes = std::clamp(memory_bytes / 64, kMb, 16 * kMb)};
}

// From which size on a block of memory goes back to the system as it is freed. Items have up to 400 KB: where there is little
// memory, the buffers that hold them may not leave holes.
constexpr std::uint64_t large_block_bytes(std::uint64_t memory_bytes) {
  return std::clamp<std::uint64_t>(memory_bytes / 2048, 64 << 10, 4 << 20);
}

}  // namespace partita::tools
