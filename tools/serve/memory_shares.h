// How `partita serve` divides the memory that it may use.
#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::tools {

struct MemoryShares {
  std::uint64_t requests_bytes;      // for requests and answers under way
  std::uint64_t cache_bytes;         // for blocks and rows, if a limit is given
  std::uint64_t memtable_bytes;      // likewise for one memtable, of which a flush makes two
  std::uint64_t large_writes_bytes;  // for the items and batches that large writes under way make
  std::uint64_t batch_get_bytes;     // for the items that one BatchGetItem reads
  std::uint64_t vector_cache_bytes;  // for the partitions of vector indexes that searches read
  std::uint64_t syntax_tree_bytes;   // for the cached syntax trees of expressions and statements
  std::uint64_t pages_bytes;         // for the items of the long pages that the executor reads
  std::uint64_t catalog_bytes;       // for the descriptions of tables, taken from the cache as they need it
};

// The rest is for memory that is not counted: the program itself (20 MB), threads, connections, reads of single items
// under way, and the memory that the allocator keeps.
constexpr MemoryShares memory_shares(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMb = 1 << 20;
  // The program and the memory that the allocator keeps are a larger part of little memory.
  constexpr std::uint64_t kFixed = 8 * kMb;
  return {.requests_bytes = (memory_bytes - std::min(memory_bytes / 2, kFixed)) / 4,
          .cache_bytes = memory_bytes / 8,
          .memtable_bytes = std::clamp(memory_bytes / 32, 2 * kMb, 64 * kMb),
          .large_writes_bytes = std::clamp(memory_bytes / 16, 4 * kMb, 64 * kMb),
          .batch_get_bytes = std::clamp(memory_bytes / 64, kMb, 16 * kMb),
          .vector_cache_bytes = memory_bytes / 32,
          .syntax_tree_bytes = std::clamp(memory_bytes / 64, kMb, 64 * kMb),
          .pages_bytes = std::clamp(memory_bytes / 64, kMb, 64 * kMb),
          .catalog_bytes = memory_bytes / 16};
}

// The size in bytes from which a block of memory goes back to the system as soon as it is freed. Items have up to 400
// KB, and with little memory the buffers that hold them must not leave holes.
constexpr std::uint64_t large_block_bytes(std::uint64_t memory_bytes) {
  return std::clamp<std::uint64_t>(memory_bytes / 2048, 64 << 10, 4 << 20);
}

// The most heaps that the allocator makes for the threads of a program. Each keeps memory of its own, which with little
// memory must not be much together. glibc makes 8 for each core, which is enough for any number of threads.
constexpr std::uint64_t allocator_heaps(std::uint64_t memory_bytes, std::uint64_t cores) {
  return std::clamp<std::uint64_t>(memory_bytes >> 25, 2, 8 * std::max<std::uint64_t>(cores, 1));
}

}  // namespace partita::tools
