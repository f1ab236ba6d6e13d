// Validators of TagResource, UntagResource and ListTagsOfResource.
#include <partita/setting_operations.h>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/constraints.h"
#include "ops/rules/tag_rules.h"

namespace partita::ops {
namespace {

Result<void> check_arn_given(const OptionalString& arn) {
  if (!arn || arn->empty()) return invalid("Invalid TableArn");
  return {};
}

template <class T>
Result<void> check_given(const std::optional<T>& value, const RequestPlace& place) {
  Constraints constraints;
  constraints.not_null(value, place);
  return constraints.finish();
}

}  // namespace

Result<void> validate(const TagResourceRequest& request) {
  PARTITA_TRY(check_arn_given(request.resource_arn));
  PARTITA_TRY(check_given(request.tags, "tags"));
  PARTITA_TRY(check_resource_arn(*request.resource_arn));
  if (request.tags->empty()) return invalid("Atleast one Tag needs to be provided as Input.");
  return check_tags(*request.tags);
}

Result<void> validate(const UntagResourceRequest& request) {
  PARTITA_TRY(check_arn_given(request.resource_arn));
  PARTITA_TRY(check_given(request.tag_keys, "tagKeys"));
  PARTITA_TRY(check_resource_arn(*request.resource_arn));
  if (request.tag_keys->empty()) return invalid("Atleast one Tag Key needs to be provided as Input.");
  return check_tag_keys(*request.tag_keys);
}

// All 50 tags that a table can have come in one page, as on the service, so no answer has a token.
Result<void> validate(const ListTagsOfResourceRequest& request) {
  PARTITA_TRY(check_arn_given(request.resource_arn));
  PARTITA_TRY(check_resource_arn(*request.resource_arn));
  if (request.next_token) return invalid("Invalid NextToken");
  return {};
}

}  // namespace partita::ops
