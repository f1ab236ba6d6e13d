#include "embedded/harness/comparison.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <vector>

#include "embedded/harness/runner.h"
#include "lib/fatal.h"
#include "lib/result_line.h"

namespace partita::bench {
namespace {

constexpr double kMegabyte = 1 << 20;
// The warm-up before the first run is not reported. Caches fill, threads start, and on disk RocksDB sorts the loaded
// data. bench/driver/measure/growth.py does the same.
constexpr double kWarmUpShare = 0.25;
constexpr double kWarmUpItemsPerSecond = 100'000;
constexpr double kMostWarmUpSeconds = 40;
// If each write is synced, the clock's cost does not matter, and a large chunk would take seconds.
constexpr std::size_t kSyncedChunk = 16;

// One side with its threads.
struct RunningSide {
  std::string_view name;
  std::vector<std::unique_ptr<Side>> threads;
};

Items items_of(const Workload& workload, const Settings& settings) {
  const std::uint64_t group = settings.group != 0 ? settings.group : workload.group;
  return Items({.sort_key = group != Workload::kNoSortKey,
                .items = settings.items,
                .group = group == Workload::kNoSortKey ? 1 : std::min(group, settings.items),
                .index_keys = workload.indexes});
}

bool wanted(std::string_view side, const Settings& settings) {
  return settings.only_side.empty() || settings.only_side == side;
}

// Only the raw side needs RocksDB. All others use Partita's database.
std::unique_ptr<Stores> open_stores(std::span<const Workload* const> workloads, const Settings& settings) {
  const Items items = items_of(*workloads.front(), settings);
  bool with_partita = false, with_raw = false;
  for (const Workload* workload : workloads) {
    if (items_of(*workload, settings).layout() != items.layout())
      fatal(fmt::format("{} is of another table than {}", workload->name, workloads.front()->name));
    for (const auto& side : workload->sides)
      if (wanted(side.name, settings)) (side.name == Stores::kRaw ? with_raw : with_partita) = true;
  }
  return std::make_unique<Stores>(settings, items, with_partita, with_raw);
}

// The sums over all threads.
struct Total {
  double operations_per_second = 0;
  double bytes_per_second = 0;
  Histogram latencies;
};

Total run(RunningSide& running, std::size_t chunk, double seconds) {
  std::vector<Measured> measured(running.threads.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < measured.size(); ++i)
    threads.emplace_back([&, i] { measured[i] = measure(*running.threads[i], chunk, seconds); });
  measured[0] = measure(*running.threads[0], chunk, seconds);
  for (std::thread& thread : threads) thread.join();
  Total total;
  for (const Measured& one : measured) {
    if (one.seconds > 0) {
      total.operations_per_second += static_cast<double>(one.operations) / one.seconds;
      total.bytes_per_second += static_cast<double>(one.bytes) / one.seconds;
    }
    total.latencies.merge(one.latencies);
  }
  return total;
}

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / kMegabyte;
}

std::string_view name_of(DurabilityLevel level) {
  switch (level) {
    case DurabilityLevel::Memory:
      return "memory";
    case DurabilityLevel::Os:
      return "os";
    case DurabilityLevel::Sync:
      return "sync";
  }
  return "";
}

void print(const Workload& workload, const Settings& settings, const Stores& stores, std::string_view side, int run,
           const Total& total) {
  ResultLine line;
  line.text("workload", workload.name).text("side", side).text("how", "embedded").count("items", settings.items);
  if (stores.items().layout().sort_key) line.count("group", stores.items().layout().group);
  line.count("threads", static_cast<std::uint64_t>(settings.threads))
      .text("durability", name_of(settings.durability))
      .count("run", static_cast<std::uint64_t>(run))
      .real("ops_per_s", total.operations_per_second)
      .percentiles(total.latencies)
      .real("bytes_per_s", total.bytes_per_second);
  // The process's memory belongs to one side only if the other side does not run.
  if (!settings.only_side.empty()) line.real("rss_mb", resident_megabytes());
  if (settings.durability != DurabilityLevel::Memory)
    line.real("disk_mb", static_cast<double>(stores.disk_bytes(side)) / kMegabyte);
  line.count("errors", 0).print();
}

double warm_up_seconds(const Settings& settings) {
  const double share = settings.seconds * kWarmUpShare;
  if (settings.durability != DurabilityLevel::Os) return share;
  return std::max(share, std::min(static_cast<double>(settings.items) / kWarmUpItemsPerSecond, kMostWarmUpSeconds));
}

void compare(const Workload& workload, const Settings& settings, Stores& stores) {
  std::vector<RunningSide> running_sides;
  for (const auto& side : workload.sides) {
    if (!wanted(side.name, settings)) continue;
    RunningSide& running = running_sides.emplace_back(RunningSide{side.name, {}});
    for (int i = 0; i < settings.threads; ++i)
      running.threads.push_back(
          side.make(stores, {static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(settings.threads)}));
  }
  const std::size_t chunk =
      settings.durability == DurabilityLevel::Sync ? std::min(workload.chunk, kSyncedChunk) : workload.chunk;
  for (RunningSide& running : running_sides) run(running, chunk, warm_up_seconds(settings));
  for (int i = 1; i <= settings.runs; ++i) {
    for (RunningSide& running : running_sides)
      print(workload, settings, stores, running.name, i, run(running, chunk, settings.seconds));
    // The side that runs second finds the caches as the other left them, so the sides take turns at it.
    std::ranges::reverse(running_sides);
  }
}

}  // namespace

void compare(std::span<const Workload* const> workloads, const Settings& settings) {
  const std::unique_ptr<Stores> stores = open_stores(workloads, settings);
  for (const Workload* workload : workloads) compare(*workload, settings, *stores);
}

}  // namespace partita::bench
