// The memory that this process takes from the machine, and the part of it that its heap uses.
#pragma once

#include <cstdint>

namespace partita::base {

struct ProcessMemory {
  std::uint64_t resident_bytes = 0;   // in the machine's memory; 0 if the system does not tell
  std::uint64_t heap_used_bytes = 0;  // allocated and not freed
  // freed but kept by the allocator for later use; a part of it may not be resident
  std::uint64_t heap_free_bytes = 0;
};

// Walks the allocator's lists, so call it once a second at most and never for each request.
ProcessMemory process_memory();

// The resident_bytes of process_memory() without the walk, at the cost of reading one file. 0 if the system does not
// tell.
std::uint64_t resident_bytes();

}  // namespace partita::base
