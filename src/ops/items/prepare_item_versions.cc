// The validators of requests for the versions of an item and for changed items, and of the change that a
// RestoreTableToVersion looks for.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/page_rules.h"
#include "ops/rules/single_write.h"

namespace partita::ops {
namespace {

// Times beyond it have no millisecond that a number of 64 bits can hold.
constexpr double kFurthestSeconds = 1e12;

std::optional<std::int64_t> milliseconds(const std::optional<double>& seconds) {
  if (!seconds) return std::nullopt;
  return std::llround(std::clamp(*seconds, -kFurthestSeconds, kFurthestSeconds) * 1000);
}

// The span of time, which all have.
template <class Of>
Result<PreparedChanges> span_of(const Of& of) {
  PreparedChanges changes;
  changes.from_ms = milliseconds(of.start_time);
  changes.below_ms = milliseconds(of.end_time);
  if (changes.from_ms && changes.below_ms && *changes.from_ms > *changes.below_ms)
    return invalid("One or more parameter values were invalid: StartTime must be less than or equal to EndTime");
  return changes;
}

// The members of a request on one item. Requires: `of` has a key.
template <class Of>
Result<PreparedChanges> changes_of(const Of& of) {
  PARTITA_TRY(check_values(*of.key, kLayer<GetItemRequest>));
  PARTITA_TRY_VALUE(changes, span_of(of));
  changes.key = &*of.key;
  changes.forward = of.scan_index_forward.value_or(false);
  return changes;
}

}  // namespace

Result<PreparedVersions> prepare(const ListItemVersionsRequest& request) {
  Constraints constraints;
  constraints.not_null(request.key, "key");
  constrain_table_name(constraints, request.table_name);
  constrain_number(constraints, request.limit, "Limit", 1, std::numeric_limits<std::int64_t>::max());
  PARTITA_TRY(constraints.finish());

  ExpressionParameters expressions;
  expressions.layer = kLayer<GetItemRequest>;
  expressions.projection = &request.projection_expression;
  expressions.names = &request.expression_attribute_names;
  PARTITA_TRY(check_parameters(expressions, {}));
  PARTITA_TRY_VALUE(changes, changes_of(request));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));

  PreparedVersions prepared;
  prepared.table = table_name_of(*request.table_name);
  prepared.changes = changes;
  prepared.projection = std::move(parsed.projection);
  if (request.limit) prepared.limit = static_cast<std::uint64_t>(*request.limit);
  return prepared;
}

Result<PreparedChangedItems> prepare(const ListChangedItemsRequest& request) {
  Constraints constraints;
  constraints.not_null(request.start_time, "startTime");
  constrain_table_name(constraints, request.table_name);
  constrain_number(constraints, request.limit, "Limit", 1, std::numeric_limits<std::int64_t>::max());
  PARTITA_TRY(constraints.finish());
  PreparedChangedItems prepared;
  prepared.table = table_name_of(*request.table_name);
  PARTITA_TRY_VALUE(changes, span_of(request));
  prepared.changes = changes;
  if (request.limit) prepared.limit = static_cast<std::uint64_t>(*request.limit);
  return prepared;
}

Result<PreparedMatch> prepare(const ItemMatch& match) {
  const ExpressionParameters expressions = condition_parameters(match, kLayer<GetItemRequest>);
  PARTITA_TRY(check_parameters(expressions, {}));
  PARTITA_TRY_VALUE(changes, changes_of(match));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  return PreparedMatch{changes, std::move(parsed.condition)};
}

}  // namespace partita::ops
