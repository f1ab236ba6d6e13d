// What one call of bench_embedded is asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::bench {

enum class DurabilityLevel : std::uint8_t {
  Memory,  // files in memory, no log
  Os,      // on disk, the log is written and not synced
  Sync,    // on disk, each write synced
};

struct Settings {
  std::vector<std::string> workloads;  // one after the other, on the same table
  std::uint64_t items = 100'000;
  DurabilityLevel durability = DurabilityLevel::Memory;
  int runs = 3;
  double seconds = 1;  // of each run, counted in the operations alone
  int threads = 1;
  std::uint64_t group = 0;  // items of a partition; 0: what the workload has by itself
  std::string directory;            // where the databases are made; empty: the system's for temporary files
  std::string only_side;            // empty: both sides; one alone lets its memory be seen
};

}  // namespace partita::bench
