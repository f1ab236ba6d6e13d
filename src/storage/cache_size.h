// How large the block cache is where nobody says.
#pragma once

#include <cstdint>
#include <string>

namespace partita::storage {

// A quarter of `memory_bytes`, but not less than 64 MB. It fills as blocks are read; what it does not hold comes from the
// kernel's page cache (page_cache_files.h), as long as that has it.
std::uint64_t default_cache_bytes(std::uint64_t memory_bytes);

// What this process may use: the machine's memory, or less where a control group mounted at `control_group` (version 2,
// or 1) limits it.
std::uint64_t usable_memory_bytes(const std::string& control_group = "/sys/fs/cgroup");

}  // namespace partita::storage
