// What this process takes of the machine's memory, and what of that its heap has in use.
#pragma once

#include <cstdint>

namespace partita::base {

struct ProcessMemory {
  std::uint64_t resident_bytes = 0;   // in the machine's memory; 0 where the system does not say
  std::uint64_t heap_used_bytes = 0;  // allocated and not freed
  std::uint64_t heap_free_bytes = 0;  // freed, and kept by the allocator for later; not all of it need be resident
};

// Looks through the allocator's lists: for every second, not for every request.
ProcessMemory process_memory();

// The first alone, which takes microseconds.
std::uint64_t resident_bytes();

}  // namespace partita::base
