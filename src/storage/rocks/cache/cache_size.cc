#include "storage/rocks/cache/cache_size.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace partita::storage {

std::uint64_t default_cache_bytes(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kShare = 4, kLeastBytes = 64ull << 20;
  return std::max(memory_bytes / kShare, kLeastBytes);
}

std::uint64_t usable_memory_bytes(const std::string& control_group) {
  std::uint64_t usable =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  for (const char* file : {"/memory.max", "/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    if (std::ifstream(control_group + file) >> limit) usable = std::min(usable, limit);  // "max" fails to parse
  }
  return usable;
}

}  // namespace partita::storage
