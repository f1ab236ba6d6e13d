// A read of an access pattern, worked out as far as that needs no database: its requests, the order of their answers,
// and what its page tokens are bound to. `read` sends them and `explain` shows them.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/buckets.h"
#include "model/page_token.h"
#include "model/session.h"

namespace partita::model {

struct PreparedQuery {
  QueryRequest request;  // without Limit; goes on where `start` says
  Position start;
};

// Of a read that spans several partitions, which follow each other: which one the queries read, and what they all share.
struct BucketOfRead {
  Buckets all;
  std::int64_t number = 0;
  Predicate filter = {};  // that the call gave
};

struct PreparedRead {
  ReadRequest request;
  bool forward = true;
  // One of the two: the key of one item, or a query for each shard.
  std::optional<GetItemRequest> get;
  std::vector<PreparedQuery> queries;
  // Of the queries; equal but for the partition key's values.
  std::vector<std::string_view> key_attributes;   // that a position holds
  std::vector<std::string_view> sort_attributes;  // that the answer is ordered by
  std::optional<AttributeValue> excluded;         // KeyRange::excluded, of the last sort comparison's attribute
  std::string excluded_attribute;
  std::vector<KeyRange> ranges;                   // by query, of a member of a collection
  std::string token_binding;
  std::optional<BucketOfRead> bucket;

  const PatternInfo& pattern() const { return *request.pattern; }
  // Whether rows that `take` does not count may stand between those that it counts.
  bool skips() const { return filters() || (request.part && request.part->mixed); }
  bool filters() const { return !queries.empty() && queries.front().request.filter_expression.has_value(); }
  // Whether another partition is to be read after this one.
  bool has_next_bucket() const {
    return bucket && (forward ? bucket->number + 1 < bucket->all.count() : bucket->number > 0);
  }
};

// Errors: ValidationException, as `read` says.
Result<PreparedRead> prepare_read(const Session& session, ReadRequest request);
// The read of the next partition, from its beginning. Requires: has_next_bucket().
Result<PreparedRead> prepare_next_bucket(const Session& session, const PreparedRead& before);
// The token of a page that ended at the positions, one for each query.
std::string token_of(const PreparedRead& prepared, std::vector<Position> positions, std::span<const std::string> keys);

}  // namespace partita::model
