#include <fmt/format.h>

#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/single_write.h"
#include "value/float32.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

unexpected<Error> missing(std::string_view member) { return invalid(fmt::format("missing field `{}`", member)); }

Result<void> check_present(const SearchVectorsRequest& request) {
  if (!request.table_name) return missing("TableName");
  if (!request.index_name) return missing("IndexName");
  if (!request.search_vector) return missing("SearchVector");
  if (!request.top_k) return missing("TopK");
  return {};
}

// The service leaves the values out, and writes the names with a capital.
void constrain_length(Constraints& constraints, std::string_view name, std::size_t length, std::size_t least,
                      std::size_t most) {
  if (length >= least && length <= most) return;
  constraints.add_text(fmt::format("Value at '{}' failed to satisfy constraint: Member must have length {}", name,
                                   length < least ? fmt::format("greater than or equal to {}", least)
                                                  : fmt::format("less than or equal to {}", most)));
}

Result<void> check_constraints(const SearchVectorsRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  constrain_length(constraints, "IndexName", request.index_name->size(), limits::kLeastNameBytes,
                   limits::kMostNameBytes);
  constrain_length(constraints, "SearchVector", request.search_vector->size(), 1, limits::kDimensions);
  if (*request.top_k < 1)
    constraints.add_text(
        "Value at 'TopK' failed to satisfy constraint: Member must have value greater than or equal to 1");
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  return constraints.finish();
}

Result<std::vector<float>> vector_of(const std::vector<AttributeValue>& values) {
  std::vector<float> vector;
  vector.reserve(values.size());
  for (const AttributeValue& value : values) {
    const auto number = value.is(AttributeType::N) ? value::to_float32(value.n()) : std::nullopt;
    if (!number)
      return invalid(
          "Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point "
          "number attribute");
    vector.push_back(*number);
  }
  return vector;
}

ExpressionParameters expression_parameters(const SearchVectorsRequest& request) {
  ExpressionParameters parameters;
  parameters.projection = &request.projection_expression;
  parameters.search_condition = &request.search_condition_expression;
  parameters.names = &request.expression_attribute_names;
  parameters.values = &request.expression_attribute_values;
  return parameters;
}

}  // namespace

Result<PreparedSearch> prepare(const SearchVectorsRequest& request) {
  PARTITA_TRY(check_present(request));
  PARTITA_TRY(check_constraints(request));
  if (*request.top_k > limits::kSearchResults)
    return invalid(
        fmt::format("Provided TopK value '{}' is out of valid range. The value must be between 1 and {} inclusive",
                    *request.top_k, limits::kSearchResults));
  const ExpressionParameters expressions = expression_parameters(request);
  PARTITA_TRY(check_parameters(expressions, {}));
  PARTITA_TRY_VALUE(parsed, parse_expressions(expressions));
  PARTITA_TRY_VALUE(vector, vector_of(*request.search_vector));

  PreparedSearch search;
  search.table = table_name_of(*request.table_name);
  search.index = *request.index_name;
  search.vector = std::move(vector);
  search.top_k = static_cast<std::size_t>(*request.top_k);
  search.has_condition = parsed.search_condition.has_value();
  if (parsed.search_condition) search.conditions = std::move(parsed.search_condition->comparisons);
  search.projection = std::move(parsed.projection);
  search.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  return search;
}

}  // namespace partita::ops
