#include <fmt/format.h>

#include "base/try.h"
#include "expr/legacy.h"
#include "ops/item_rules.h"
#include "ops/page_rules.h"
#include "ops/single_write.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

Result<void> check_constraints(const ScanRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.one_of(request.select, "select");
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_least(request.segment, "segment", 0);
  constraints.at_most(request.segment, "segment", limits::kScanSegments - 1);
  constraints.at_least(request.total_segments, "totalSegments", 1);
  constraints.at_most(request.total_segments, "totalSegments", limits::kScanSegments);
  if (request.index_name) constrain_resource_name(constraints, *request.index_name, "indexName");
  constraints.one_of(request.conditional_operator, "conditionalOperator");
  constrain_attributes_to_get(constraints, request.attributes_to_get, "attributesToGet");
  constrain_conditions(constraints, request.scan_filter, "scanFilter");
  return constraints.finish();
}

ExpressionParameters expression_parameters(const ScanRequest& request) {
  ExpressionParameters parameters;
  parameters.layer = kLayer<ScanRequest>;
  parameters.projection = &request.projection_expression;
  parameters.filter = &request.filter_expression;
  parameters.names = &request.expression_attribute_names;
  parameters.values = &request.expression_attribute_values;
  return parameters;
}

Result<void> check_segments(const ScanRequest& request) {
  if (request.segment && !request.total_segments)
    return invalid(
        "The TotalSegments parameter is required but was not present in the request when Segment parameter is "
        "present");
  if (!request.total_segments) return {};
  if (!request.segment)
    return invalid(
        "The Segment parameter is required but was not present in the request when parameter TotalSegments is "
        "present");
  if (*request.segment >= *request.total_segments)
    return invalid(
        fmt::format("The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: {} is "
                    "not less than TotalSegments: {}",
                    *request.segment, *request.total_segments));
  return {};
}

}  // namespace

Result<PreparedPage> prepare(const ScanRequest& request) {
  PARTITA_TRY(check_constraints(request));
  const ExpressionParameters expressions = expression_parameters(request);
  PARTITA_TRY(check_parameters(expressions, {{"AttributesToGet", request.attributes_to_get.has_value()},
                                             {"ScanFilter", request.scan_filter.has_value()},
                                             {"ConditionalOperator", request.conditional_operator.has_value()}}));
  PARTITA_TRY(
      check_conditional_operator(request.conditional_operator, request.scan_filter ? request.scan_filter->size() : 0));
  PARTITA_TRY(check_attributes_to_get(request.attributes_to_get));
  PARTITA_TRY(check_conditions(request.scan_filter, kLayer<ScanRequest>));
  if (request.exclusive_start_key) PARTITA_TRY(check_start_key(*request.exclusive_start_key, kLayer<ScanRequest>));
  PARTITA_TRY(check_segments(request));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  PARTITA_TRY(check_select(request));

  PreparedPage page = page_of(request, parsed);
  page.legacy = request.scan_filter.has_value();
  if (request.scan_filter && !request.scan_filter->empty())
    page.filter =
        expr::condition_of(*request.scan_filter, value_or(request.conditional_operator, ConditionalOperator::And));
  page.segment = static_cast<std::uint32_t>(request.segment.value_or(0));
  page.total_segments = static_cast<std::uint32_t>(request.total_segments.value_or(1));
  return page;
}

}  // namespace partita::ops
