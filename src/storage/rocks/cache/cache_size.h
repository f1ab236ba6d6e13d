// The default size of the block cache.
#pragma once

#include <cstdint>
#include <string>

namespace partita::storage {

// A quarter of `memory_bytes`, but at least 64 MB. The cache fills as blocks are read. A block that is not in it comes
// from the kernel's page cache (page_cache_files.h) if that has it.
std::uint64_t default_cache_bytes(std::uint64_t memory_bytes);

// The bytes of memory that this process may use: the machine's memory, or less if the control group mounted at
// `control_group` (version 2 or 1) limits it.
std::uint64_t usable_memory_bytes(const std::string& control_group = "/sys/fs/cgroup");

}  // namespace partita::storage
