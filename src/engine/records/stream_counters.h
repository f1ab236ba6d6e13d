// StreamCounters: the records that writes made and that readers got, for the metrics. May be used from any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace partita::engine {

class StreamCounters {
 public:
  struct Counts {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;  // as they are stored
  };

  void written(std::uint64_t bytes) { add(written_, 1, bytes); }
  void read(std::uint64_t records, std::uint64_t bytes) { add(read_, records, bytes); }
  // Batches that failed count too.
  Counts written() const { return counts(written_); }
  Counts read() const { return counts(read_); }

 private:
  struct Both {
    std::atomic<std::uint64_t> records{0}, bytes{0};
  };
  static void add(Both& to, std::uint64_t records, std::uint64_t bytes) {
    to.records.fetch_add(records, std::memory_order_relaxed);
    to.bytes.fetch_add(bytes, std::memory_order_relaxed);
  }
  static Counts counts(const Both& of) {
    return {of.records.load(std::memory_order_relaxed), of.bytes.load(std::memory_order_relaxed)};
  }

  Both written_, read_;
};

}  // namespace partita::engine
