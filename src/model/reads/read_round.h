// The requests of one round of a read. `read` sends them, and `explain` shows those of the first round.
#pragma once

#include <span>
#include <vector>

#include "model/reads/prepared_read.h"
#include "model/reads/shard_merge.h"

namespace partita::model {

// The progress of a read: rows that count for `take`, evaluated items, and finished rounds.
struct ReadProgress {
  std::int64_t rows = 0;
  std::int64_t evaluated = 0;
  std::size_t rounds = 0;
};

// One request for each query in `dry`, in the order of `dry`. Their limits keep the read from reading more than is
// wanted and allowed. The result is empty if no more items may be read.
// Requires: `dry` is merge.dry() and is not empty.
std::vector<QueryRequest> round_requests(const PreparedRead& prepared, const ShardMerge& merge,
                                         std::span<const std::size_t> dry, const ReadProgress& progress);

}  // namespace partita::model
