// Validators of PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy.
#include <fmt/format.h>
#include <partita/setting_operations.h>

#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "ops/rules/policy_arn.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

constexpr std::string_view kInvalidArnValue = "One or more parameter values were invalid: ";
constexpr std::string_view kBeforeLabel = "/stream/";

void constrain_arn(Constraints& constraints, const OptionalString& arn) {
  if (constraints.not_null(arn, "resourceArn")) constraints.length(*arn, "resourceArn", 1, limits::kResourceArnBytes);
}

void constrain_revision(Constraints& constraints, const OptionalString& revision) {
  if (revision) constraints.length(*revision, "expectedRevisionId", 1, limits::kRevisionIdBytes);
}

}  // namespace

Result<void> validate(const PutResourcePolicyRequest& request) {
  Constraints constraints;
  constrain_arn(constraints, request.resource_arn);
  constraints.not_null(request.policy, "policy");
  constrain_revision(constraints, request.expected_revision_id);
  return constraints.finish();
}

Result<void> validate(const GetResourcePolicyRequest& request) {
  Constraints constraints;
  constrain_arn(constraints, request.resource_arn);
  return constraints.finish();
}

Result<void> validate(const DeleteResourcePolicyRequest& request) {
  Constraints constraints;
  constrain_arn(constraints, request.resource_arn);
  constrain_revision(constraints, request.expected_revision_id);
  return constraints.finish();
}

unexpected<Error> not_an_arn(std::string_view text) {
  return invalid(fmt::format("{}ARNs must start with 'arn:': {}", kInvalidArnValue, text));
}

unexpected<Error> not_of_dynamodb(std::string_view arn) {
  return invalid(fmt::format("{}Provided Arn is not a DynamoDB resource arn: {}", kInvalidArnValue, arn));
}

namespace {

unexpected<Error> neither_table_nor_stream(std::string_view arn) {
  return invalid(
      fmt::format("{}Invalid resource arn provided, only table or stream is accepted. Provided resource arn: {}",
                  kInvalidArnValue, arn));
}

}  // namespace

Result<PolicyArn> read_policy_arn(std::string_view arn, std::string_view account, std::string_view region) {
  if (!arn.starts_with("arn:")) return not_an_arn(arn);
  const std::size_t stream = arn.find(kBeforeLabel);
  const auto table = parse_table_arn(arn.substr(0, stream));
  if (!table) return not_of_dynamodb(arn);
  PolicyArn parts{.table = table->table, .label = {}};
  if (stream != arn.npos) {
    parts.label = arn.substr(stream + kBeforeLabel.size());
    if (parts.label.empty() || parts.label.find('/') != parts.label.npos || !table->index.empty())
      return not_of_dynamodb(arn);
  }
  // The apostrophe is the service's.
  if (table->account != account)
    return invalid("This action is only supported by accounts that match the resource owner’s account.");
  if (table->region != region || !arn.starts_with("arn:aws:"))
    return invalid(fmt::format("{}Invalid resource Arn: {}", kInvalidArnValue, arn));
  if (!table->index.empty()) return neither_table_nor_stream(arn);
  return parts;
}

}  // namespace partita::ops
