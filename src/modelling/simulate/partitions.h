// The partitions of a table or an index: ranges of hashes with their capacity, which split when they stay hot.
//
// Documented by the service: a partition has 3,000 read and 1,000 write units per second and 10 GB; it splits if it is
// hot for long, down to a single key; a key's items split by the sort key unless the table has local indexes or the
// sort key only grows. Assumed: how long it takes, and that the split point halves the traffic
// (docs/modelling/simulate.md).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "value/limits.h"

namespace partita::modelling {

struct Partition {
  std::uint64_t begin = 0, end = 0;  // of hashes, both included
  int parts = 1;                     // of a single key, which is divided by its sort keys
  // Units that are left in this second. They may be negative, because a request pays its units when it is answered.
  double reads_left = limits::kPartitionReadUnits, writes_left = limits::kPartitionWriteUnits;
  double hot_seconds = 0;
  bool is_stuck = false;  // a single key that cannot be divided
  int row = 0;            // a number of its own; the pieces of a split get new ones

  double most_reads() const { return parts * double{limits::kPartitionReadUnits}; }
  double most_writes() const { return parts * double{limits::kPartitionWriteUnits}; }
};

// The traffic of a range, as a split sees it: the units per second, reads and writes weighed by the limits of a
// partition, so that 1 is a full partition.
struct Traffic {
  std::function<double(std::uint64_t begin, std::uint64_t end)> of_range;
  // Whether the requests of the key with this hash are spread over its sort keys.
  std::function<bool(std::uint64_t position)> splits_within_key;
};

class Partitions {
 public:
  explicit Partitions(int count);

  std::vector<Partition>& list() { return list_; }
  const std::vector<Partition>& list() const { return list_; }
  std::size_t find(std::uint64_t position) const;
  // The number of rows so far, and the row whose partition was divided to make this one's, or -1.
  int rows() const { return static_cast<int>(parents_.size()); }
  int parent_of(int row) const { return parents_[static_cast<std::size_t>(row)]; }

  // Gives each partition the units of another second.
  void refill();
  // Divides the widest ranges until there are `count` partitions, counting the parts of single keys.
  void grow_to(int count);
  // Divides a hot partition: in the middle of its traffic, or around the key that has most of it. A single key is
  // divided by its sort keys, or is stuck. Returns the kind of split.
  enum class Split : unsigned char { None, Range, Key, WithinKey };
  Split split(std::size_t at, const Traffic& traffic);

 private:
  void replace(std::size_t at, std::vector<Partition> pieces);
  int total() const;

  std::vector<Partition> list_;  // in the order of their ranges, without gaps
  std::vector<int> parents_;     // by row
};

}  // namespace partita::modelling
