#include "ops/rules/transfer_rules.h"

#include <algorithm>

#include "value/limits.h"

namespace partita::ops {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// ^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$
bool is_bucket_name(std::string_view name) {
  return name.size() >= 2 && is_letter_or_digit(name.front()) && is_letter_or_digit(name.back()) &&
         std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; });
}

}  // namespace

void constrain_bucket_name(Constraints& constraints, const OptionalString& bucket, const RequestPlace& place) {
  if (!bucket) return;
  constraints.length(*bucket, place, 0, limits::kBucketNameBytes);
  if (!is_bucket_name(*bucket))
    constraints.add(*bucket, place,
                    R"(Member must satisfy regular expression pattern: ^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)");
}

void constrain_bucket(Constraints& constraints, const OptionalString& bucket, const RequestPlace& place) {
  if (constraints.not_null(bucket, place)) constrain_bucket_name(constraints, bucket, place);
}

void constrain_bucket_owner(Constraints& constraints, const OptionalString& owner, const RequestPlace& place) {
  if (owner && (owner->size() != 12 || !std::ranges::all_of(*owner, is_digit)))
    constraints.add(*owner, place, "Member must satisfy regular expression pattern: [0-9]{12}");
}

void constrain_object_prefix(Constraints& constraints, const OptionalString& prefix, const RequestPlace& place) {
  if (prefix) constraints.length(*prefix, place, 0, limits::kObjectPrefixBytes);
}

void constrain_client_token(Constraints& constraints, const OptionalString& token) {
  if (token && (token->empty() || token->find('$') != token->npos))
    constraints.add(*token, "clientToken", R"(Member must satisfy regular expression pattern: ^[^\$]+$)");
}

void constrain_kms_key(Constraints& constraints, const OptionalString& key, const RequestPlace& place) {
  if (key) constraints.length(*key, place, 1, limits::kKmsKeyIdBytes);
}

void constrain_transfer_arn(Constraints& constraints, const OptionalString& arn, const RequestPlace& place) {
  if (constraints.not_null(arn, place))
    constraints.length(*arn, place, limits::kLeastTransferArnBytes, limits::kMostTransferArnBytes);
}

void constrain_page(Constraints& constraints, const OptionalInteger& most, const RequestPlace& place) {
  constraints.at_least(most, place, 1);
  constraints.at_most(most, place, limits::kListedTransfers);
}

Result<ParsedExpressions> parse_filter(const FilterSpecification& filter) {
  ExpressionParameters parameters;
  parameters.projection = &filter.projection_expression;
  parameters.filter = &filter.filter_expression;
  parameters.key_condition = &filter.key_condition_expression;
  parameters.names = &filter.expression_attribute_names;
  parameters.values = &filter.expression_attribute_values;
  const auto in_filter = [](const Error& error) {
    return invalid("Invalid Request: Invalid FilterSpecification: " + error.message);
  };
  if (auto checked = check_parameters(parameters, {}); !checked) return in_filter(checked.error());
  auto parsed = parse_expressions(parameters);
  if (!parsed) return in_filter(parsed.error());
  return parsed;
}

CreateTableRequest creation_of(const TableCreationParameters& parameters) {
  CreateTableRequest request;
  request.table_name = parameters.table_name;
  request.attribute_definitions = parameters.attribute_definitions;
  request.key_schema = parameters.key_schema;
  request.global_secondary_indexes = parameters.global_secondary_indexes;
  request.billing_mode = parameters.billing_mode;
  request.provisioned_throughput = parameters.provisioned_throughput;
  request.on_demand_throughput = parameters.on_demand_throughput;
  request.sse_specification = parameters.sse_specification;
  request.vector_indexes = parameters.vector_indexes;
  return request;
}

}  // namespace partita::ops
