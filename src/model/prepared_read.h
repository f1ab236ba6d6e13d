// A read of an access pattern, worked out as far as that needs no database: its requests, the order of their answers,
// and what its page tokens are bound to. `read` sends them and `explain` shows them.
#pragma once

#include <partita/model/runtime.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/buckets.h"
#include "model/page_token.h"
#include "model/session.h"

namespace partita::model {

// A request that is kept until it is answered; or that the caller keeps, if they wait for the answer.
using SharedRequest = std::shared_ptr<const ReadRequest>;
inline SharedRequest kept_by_caller(const ReadRequest& request) { return {SharedRequest(), &request}; }

// Of a read that spans several partitions, which follow each other: which one the queries read, and what they all share.
struct BucketOfRead {
  Buckets all;
  std::int64_t number = 0;
  Predicate filter = {};  // that the call gave
  std::string token_binding = {};  // of the first of them, and of what follows it
};

struct PreparedRead {
  SharedRequest request;
  std::string table_name;
  bool forward = true;
  // One of the two: the key of one item, or a query for each shard.
  std::optional<AttributeMap> item_key;
  std::vector<KeyRange> queries;  // equal but for the partition key's values
  std::vector<Position> starts;   // by query, where they do not begin at the beginning
  Predicate filter;               // with the defaults of the entities
  bool filters = false;           // whether the filter says anything
  std::optional<BucketOfRead> bucket;

  const PatternInfo& pattern() const { return *request->pattern; }
  const TableInfo& table() const { return *pattern().table; }
  bool consistent() const { return request->consistent.value_or(pattern().plan.consistent); }
  // Whether rows that `take` does not count may stand between those that it counts.
  bool skips() const { return filters || (request->part && request->part->mixed); }
  // The attributes that the answer of a query is ordered by.
  std::span<const std::string_view> sort_attributes() const;
  // Whether another partition is to be read after this one.
  bool has_next_bucket() const {
    return bucket && (forward ? bucket->number + 1 < bucket->all.count() : bucket->number > 0);
  }
};

// Errors: ValidationException, as `read` says.
Result<PreparedRead> prepare_read(const Session& session, SharedRequest request);
// Requires: `prepared` has the key of an item.
GetItemRequest get_request(const PreparedRead& prepared);
// One of the queries, without Limit, from its beginning.
QueryRequest query_request(const PreparedRead& prepared, std::size_t query);
// The read of the next partition, from its beginning. Requires: has_next_bucket().
Result<PreparedRead> prepare_next_bucket(const Session& session, const PreparedRead& before);
// What its page tokens belong to.
std::string token_binding(const PreparedRead& prepared);
// The token of a page that ended at the positions, one for each query.
std::string token_of(const PreparedRead& prepared, std::vector<Position> positions, std::span<const std::string> keys);

}  // namespace partita::model
