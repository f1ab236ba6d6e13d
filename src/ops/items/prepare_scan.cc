#include <algorithm>
#include <limits>

#include "base/try.h"
#include "expr/legacy.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/page_rules.h"
#include "ops/rules/single_write.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

bool lacks_operator(const ScanRequest& request) {
  return request.scan_filter && std::ranges::any_of(*request.scan_filter, [](const auto& condition) {
           return !condition.second.comparison_operator.has_value();
         });
}

// The constraints of a request without a TableName or with a condition that has no operator. The service reports all of
// them together, in the older layer's words.
Result<void> check_incomplete(const ScanRequest& request) {
  Constraints constraints;
  constraints.one_of(request.select, "select");
  constraints.at_least(request.total_segments, "totalSegments", 1);
  constraints.at_most(request.total_segments, "totalSegments", limits::kScanSegments);
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constrain_table_name(constraints, request.table_name);
  constraints.one_of(request.conditional_operator, "conditionalOperator");
  constrain_conditions(constraints, request.scan_filter, "scanFilter");
  constraints.at_least(request.segment, "segment", 0);
  constraints.at_most(request.segment, "segment", limits::kScanSegments - 1);
  constraints.at_least(request.limit, "limit", 1);
  if (request.index_name) constrain_resource_name(constraints, *request.index_name, "indexName");
  constrain_attributes_to_get(constraints, request.attributes_to_get, "attributesToGet");
  return constraints.finish();
}

// The service checks the members in two stages, as Dynoxide reports to have found it in October 2026. A wrong Select
// has a later stage of its own.
Result<void> check_constraints(const ScanRequest& request) {
  if (!request.table_name || lacks_operator(request)) return check_incomplete(request);
  Constraints numbers;
  constrain_number(numbers, request.limit, "Limit", 1, std::numeric_limits<std::int64_t>::max());
  constrain_number(numbers, request.segment, "Segment", 0, limits::kScanSegments - 1);
  constrain_number(numbers, request.total_segments, "TotalSegments", 1, limits::kScanSegments);
  if (request.table_name->empty()) numbers.add_text(std::string(kEmptyTableNameFault));
  PARTITA_TRY(numbers.finish());

  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  // As in Query, only a faulty table name comes before a wrong ConditionalOperator.
  if (request.conditional_operator && !request.conditional_operator->known()) {
    PARTITA_TRY(constraints.finish());
    return invalid(std::string(kConditionalOperatorFault));
  }
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  if (request.index_name) constrain_resource_name(constraints, *request.index_name, "indexName");
  constrain_attributes_to_get(constraints, request.attributes_to_get, "attributesToGet");
  constrain_conditions(constraints, request.scan_filter, "scanFilter");
  return constraints.finish();
}

Result<void> check_known_select(const ScanRequest& request) {
  Constraints constraints;
  constraints.one_of(request.select, "select");
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
  if (request.exclusive_start_key)
    PARTITA_TRY(check_start_key(*request.exclusive_start_key, kLayer<ScanRequest>, StartOf::Scan));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  PARTITA_TRY(check_known_select(request));
  PARTITA_TRY(check_select(request));
  PARTITA_TRY(check_segments(request.segment, request.total_segments));

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
