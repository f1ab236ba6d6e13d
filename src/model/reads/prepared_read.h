// A prepared read of an access pattern: its requests, the order of their answers, and the binding of its page tokens.
// It is everything that can be worked out without a database. `read` sends the requests and `explain` shows them.
#pragma once

#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/predicate.h>
#include <partita/model/runtime/session.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/session.h"
#include "model/reads/buckets.h"
#include "model/reads/page_token.h"

namespace partita::model {

// A request that is kept until it is answered, or that the caller keeps alive while waiting for the answer.
using SharedRequest = std::shared_ptr<const ReadRequest>;
// `request` must live until the read is done.
inline SharedRequest kept_by_caller(const ReadRequest& request) { return {SharedRequest(), &request}; }

// The place of a read in a series of partitions that follow each other: the partition that its queries read, and the
// data that all partitions share.
struct BucketOfRead {
  Buckets all;
  std::int64_t number = 0;
  Predicate filter = {};           // the filter of the call
  std::string token_binding = {};  // made from the first partition and the whole range
};

struct PreparedRead {
  SharedRequest request;
  std::string table_name;
  bool forward = true;
  // A read has either the key of one item or a query for each shard.
  std::optional<AttributeMap> item_key;
  std::vector<KeyRange> queries;      // equal, except for the partition key's values
  std::vector<QueryPosition> starts;  // by query; empty if all queries begin at the beginning
  Predicate filter;                   // includes the defaults of the entities
  bool filters = false;               // whether the filter restricts anything
  std::optional<BucketOfRead> bucket;

  const PatternInfo& pattern() const { return *request->pattern; }
  const TableInfo& table() const { return *pattern().table; }
  bool consistent() const { return request->consistent.value_or(pattern().plan.consistent); }
  // True if rows that `take` does not count may come between rows that it counts.
  bool skips() const { return filters || (request->part && request->part->mixed); }
  // The attributes by which the answer of a query is ordered.
  std::span<const std::string_view> sort_attributes() const;
  // True if another partition must be read after this one.
  bool has_next_bucket() const {
    return bucket && (forward ? bucket->number + 1 < bucket->all.count() : bucket->number > 0);
  }
};

// Errors: ValidationException for values, ranges, amounts, filters and tokens that do not fit the pattern.
Result<PreparedRead> prepare_read(const Session& session, SharedRequest request);
// Requires: `prepared` has the key of an item.
GetItemRequest get_request(const PreparedRead& prepared);
// The request of one of the queries, from its beginning and without a Limit.
QueryRequest query_request(const PreparedRead& prepared, std::size_t query);
// The read of the next partition, from its beginning. Requires: has_next_bucket(). Errors: as prepare_read().
Result<PreparedRead> prepare_next_bucket(const Session& session, const PreparedRead& before);
// The binding of the read's page tokens.
std::string token_binding(const PreparedRead& prepared);
// The token of a page that ended at these positions, one for each query.
std::string token_of(const PreparedRead& prepared, std::vector<QueryPosition> positions,
                     std::span<const std::string> keys);

}  // namespace partita::model
