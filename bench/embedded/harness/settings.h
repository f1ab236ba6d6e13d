// The options of one call of bench_embedded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::bench {

enum class DurabilityLevel : std::uint8_t {
  Memory,  // files in memory, no log
  Os,      // on disk; the log is written and not synced
  Sync,    // on disk; each write is synced
};

struct Settings {
  std::vector<std::string> workloads;  // run one after the other, on the same table
  std::uint64_t items = 100'000;
  DurabilityLevel durability = DurabilityLevel::Memory;
  int runs = 3;
  double seconds = 1;  // of each run; only the operations count
  int threads = 1;
  std::uint64_t group = 0;  // items in a partition; 0: the workload's own number
  std::string directory;    // for the databases; empty: the system's for temporary files
  std::string only_side;    // empty: both sides; with one side the memory is shown too
};

}  // namespace partita::bench
