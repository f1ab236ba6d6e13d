// A read of an access pattern, worked out as far as that needs no database: its requests, the order of their answers,
// and what its page tokens are bound to. `read` sends them and `explain` shows them.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/page_token.h"
#include "model/session.h"

namespace partita::model {

struct PreparedQuery {
  QueryRequest request;  // without Limit; goes on where `start` says
  Position start;
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
  std::string token_binding;

  const PatternInfo& pattern() const { return *request.pattern; }
  bool filters() const { return !queries.empty() && queries.front().request.filter_expression.has_value(); }
};

// Errors: ValidationException, as `read` says.
Result<PreparedRead> prepare_read(const Session& session, ReadRequest request);

}  // namespace partita::model
