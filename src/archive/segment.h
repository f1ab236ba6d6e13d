// A segment: some batches of changes, and the sums of the tables after the last of them. FORMAT.md has the bytes.
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "storage/change_log.h"

namespace partita::archive {

// The items of a table in one moment, as `partita verify` shows them.
struct TableSum {
  std::string account;  // of its realm; empty for the own one
  std::string region;
  std::string table;
  std::int64_t items = 0;
  std::int64_t bytes = 0;
  std::string hash = {};
  friend bool operator==(const TableSum&, const TableSum&) = default;
};

struct Segment {
  std::uint64_t number = 0;
  std::string previous_chain;                 // in hex, empty for the first segment of a generation
  std::vector<storage::LoggedBatch> batches;  // in their order, without a gap
  bool has_sums = false;                      // whether `sums` are those after the last batch
  std::vector<TableSum> sums;
};

std::string to_bytes(const Segment& segment);
// Errors: Corruption. The message does not name the object.
Result<Segment> parse_segment(std::string_view bytes);

// The chain of a segment: a hash of its bytes, which has that of the segment before it. In hex.
std::string chain_of(std::string_view segment_bytes);

}  // namespace partita::archive
