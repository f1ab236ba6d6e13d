#include "ops/rules/page_rules.h"

#include <fmt/format.h>

#include "expr/legacy.h"
#include "ops/prepare.h"
#include "ops/rules/single_write.h"

namespace partita::ops {

namespace {

template <class Request>
Result<void> check_select_alone(const Request& request) {
  if (!request.select) return {};
  const Select select = request.select->value();
  const bool projection = request.projection_expression.has_value();
  if (select == Select::SpecificAttributes && !projection && !request.attributes_to_get)
    return invalid("Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
  if (select != Select::SpecificAttributes && (projection || request.attributes_to_get))
    return invalid(fmt::format("Cannot specify the {} when choosing to get {}",
                               projection ? "ProjectionExpression" : "AttributesToGet",
                               select == Select::Count ? "only the Count" : to_text(select)));
  // The service writes "Querying" for a Scan too.
  if (select == Select::AllProjectedAttributes && !request.index_name)
    return invalid("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  return {};
}

}  // namespace

void constrain_number(Constraints& constraints, const OptionalInteger& value, const char* name, std::int64_t least,
                      std::int64_t most) {
  if (!value || (*value >= least && *value <= most)) return;
  const bool low = *value < least;
  constraints.add_text(
      fmt::format("Value at '{}' failed to satisfy constraint: Member must have value {} than or equal to {}", name,
                  low ? "greater" : "less", low ? least : most));
}

Result<void> check_segments(const OptionalInteger& segment, const OptionalInteger& total_segments) {
  if (segment && !total_segments)
    return invalid(
        "The TotalSegments parameter is required but was not present in the request when Segment parameter is "
        "present");
  if (!total_segments) return {};
  if (!segment)
    return invalid(
        "The Segment parameter is required but was not present in the request when parameter TotalSegments is "
        "present");
  if (*segment >= *total_segments)
    return invalid("The Segment parameter is zero-based and must be less than parameter TotalSegments");
  return {};
}

template <class Request>
Result<void> check_select(const Request& request) {
  return in_layer(Layer::Enveloped, check_select_alone(request));
}

template <class Request>
PreparedPage page_of(const Request& request, ParsedExpressions& parsed) {
  PreparedPage page;
  page.table = table_name_of(*request.table_name);
  page.index = request.index_name;
  page.filter = std::move(parsed.filter);
  page.projection = std::move(parsed.projection);
  if (request.attributes_to_get) page.projection = expr::projection_of(*request.attributes_to_get);
  if (request.select) page.select = request.select->value();
  if (request.limit) page.limit = static_cast<std::uint64_t>(*request.limit);
  page.consistent = request.consistent_read.value_or(false);
  if (request.exclusive_start_key) page.exclusive_start_key = &*request.exclusive_start_key;
  page.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return page;
}

template Result<void> check_select(const QueryRequest&);
template Result<void> check_select(const ScanRequest&);
template PreparedPage page_of(const QueryRequest&, ParsedExpressions&);
template PreparedPage page_of(const ScanRequest&, ParsedExpressions&);

}  // namespace partita::ops
