// The requests of one round of a read: what `read` sends next, and what `explain` shows of the first round.
#pragma once

#include <span>
#include <vector>

#include "model/prepared_read.h"
#include "model/shard_merge.h"

namespace partita::model {

// How far a read has come.
struct ReadProgress {
  std::int64_t rows = 0;
  std::int64_t evaluated = 0;
  std::size_t rounds = 0;
};

// One request for each of the queries in `dry`, by position, with limits so that no more is read than is wanted and
// allowed. Empty: no more may be read. Requires: `dry` is merge.dry(), and not empty.
std::vector<QueryRequest> round_requests(const PreparedRead& prepared, const ShardMerge& merge,
                                         std::span<const std::size_t> dry, const ReadProgress& progress);

}  // namespace partita::model
