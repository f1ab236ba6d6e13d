#include "embedded/harness/runner.h"

#include <chrono>

namespace partita::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Reading the clock takes a good part of the quickest operation. So only every eighth large chunk is timed operation by
// operation, and such a chunk does not count for throughput.
constexpr std::uint64_t kLatencyEvery = 8;
constexpr std::size_t kSmallChunk = 16;
// Limits a run whose operations prepare slowly.
constexpr double kLongest = 10;  // times the seconds asked for

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void run_together(Side& side, std::size_t chunk, Measured& out) {
  const auto start = Clock::now();
  for (std::size_t i = 0; i < chunk; ++i) out.bytes += side.run(i);
  out.seconds += seconds_since(start);
  out.operations += chunk;
}

double run_one_by_one(Side& side, std::size_t chunk, std::uint64_t& bytes, Histogram& latencies) {
  const auto start = Clock::now();
  auto before = start;
  for (std::size_t i = 0; i < chunk; ++i) {
    bytes += side.run(i);
    const auto now = Clock::now();
    latencies.add(static_cast<std::uint64_t>((now - before) / std::chrono::nanoseconds(1)));
    before = now;
  }
  return std::chrono::duration<double>(before - start).count();
}

}  // namespace

Measured measure(Side& side, std::size_t chunk, double seconds) {
  Measured out;
  const auto start = Clock::now();
  double spent = 0;
  for (std::uint64_t n = 0; spent < seconds && seconds_since(start) < kLongest * seconds; ++n) {
    side.prepare(chunk);
    if (chunk <= kSmallChunk) {
      out.seconds += run_one_by_one(side, chunk, out.bytes, out.latencies);
      out.operations += chunk;
      spent = out.seconds;
    } else if (n % kLatencyEvery == 0) {
      std::uint64_t not_counted = 0;
      spent += run_one_by_one(side, chunk, not_counted, out.latencies);
    } else {
      const double before = out.seconds;
      run_together(side, chunk, out);
      spent += out.seconds - before;
    }
    side.finish();
  }
  return out;
}

}  // namespace partita::bench
