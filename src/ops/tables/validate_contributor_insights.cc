// Validators of UpdateContributorInsights, DescribeContributorInsights and ListContributorInsights.
#include <partita/setting_operations.h>

#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

void constrain_optional_index(Constraints& constraints, const OptionalString& name) {
  if (name) constrain_resource_name(constraints, *name, "indexName");
}

}  // namespace

Result<void> validate(const UpdateContributorInsightsRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  constrain_optional_index(constraints, request.index_name);
  constraints.not_null(request.contributor_insights_action, "contributorInsightsAction");
  constraints.one_of(request.contributor_insights_action, "contributorInsightsAction");
  constraints.one_of(request.contributor_insights_mode, "contributorInsightsMode");
  return constraints.finish();
}

Result<void> validate(const DescribeContributorInsightsRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  constrain_optional_index(constraints, request.index_name);
  return constraints.finish();
}

Result<void> validate(const ListContributorInsightsRequest& request) {
  Constraints constraints;
  if (request.table_name) constrain_table_name(constraints, request.table_name);
  constraints.at_least(request.max_results, "maxResults", 1);
  constraints.at_most(request.max_results, "maxResults", limits::kListedInsights);
  return constraints.finish();
}

}  // namespace partita::ops
