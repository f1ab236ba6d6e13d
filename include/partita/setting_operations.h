// Requests and responses of the operations on settings that a table has beside its description: tags, resource-based
// policies, time to live and Contributor Insights. The rules and sources at the head of table_operations.h hold here
// too.
#pragma once

#include <partita/enums.h>
#include <partita/table_operations.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita {

// ---- tags (`resource_arn` is required and is the ARN of a table)

// The request of Database::tag_resource.
struct TagResourceRequest {
  OptionalString resource_arn = {};
  OptionalList<Tag> tags = {};  // required: 1 to 50 with different keys
};
// The response of Database::tag_resource.
struct TagResourceResponse {};
// The request of Database::untag_resource.
struct UntagResourceRequest {
  OptionalString resource_arn = {};
  OptionalList<std::string> tag_keys = {};  // required: at least one, each as in Tag
};
// The response of Database::untag_resource.
struct UntagResourceResponse {};
// The request of Database::list_tags_of_resource.
struct ListTagsOfResourceRequest {
  OptionalString resource_arn = {};
  OptionalString next_token = {};  // the token of the page before; Partita gives none, and refuses every text
};
// The response of Database::list_tags_of_resource.
struct ListTagsOfResourceResponse {
  std::vector<Tag> tags = {};
  OptionalString next_token = {};  // absent: all tags are in one page
};

// ---- resource-based policies (`resource_arn` is required and is the ARN of a table or of a stream)

// The request of Database::put_resource_policy.
struct PutResourcePolicyRequest {
  OptionalString resource_arn = {};
  OptionalString policy = {};  // required: a document of IAM in JSON, at most 20,480 bytes with white space
  // The revision that must be the present one, or "NO_POLICY" if there must be none. Absent: any or none.
  OptionalString expected_revision_id = {};
  // Whether the caller may lose the permission to change the policy by it. Only a server with `--auth iam` checks this.
  OptionalBool confirm_remove_self_resource_access = {};
};
// The response of Database::put_resource_policy.
struct PutResourcePolicyResponse {
  OptionalString revision_id = {};
};
// The request of Database::get_resource_policy.
struct GetResourcePolicyRequest {
  OptionalString resource_arn = {};
};
// The response of Database::get_resource_policy.
struct GetResourcePolicyResponse {
  OptionalString policy = {};
  OptionalString revision_id = {};
};
// The request of Database::delete_resource_policy.
struct DeleteResourcePolicyRequest {
  OptionalString resource_arn = {};
  OptionalString expected_revision_id = {};  // the revision that must be the present one
};
// The response of Database::delete_resource_policy.
struct DeleteResourcePolicyResponse {
  // That of the removed policy. If there was none: the revision that removed the last one, absent if there never was
  // one.
  OptionalString revision_id = {};
};

// ---- time to live

// Both members are required.
struct TimeToLiveSpecification {
  OptionalBool enabled = {};
  // 1 to 255 bytes. An item expires at the time that the attribute holds as a number, in seconds since 1970. Items
  // without such a number do not expire. To stop the expiry, the name must be that of the attribute in use.
  OptionalString attribute_name = {};
};
// The request of Database::update_time_to_live.
struct UpdateTimeToLiveRequest {
  OptionalString table_name = {};
  std::optional<TimeToLiveSpecification> time_to_live_specification = {};  // required
};
// The response of Database::update_time_to_live.
struct UpdateTimeToLiveResponse {
  TimeToLiveSpecification time_to_live_specification = {};  // as in the request
};
// The request of Database::describe_time_to_live.
struct DescribeTimeToLiveRequest {
  OptionalString table_name = {};
};
// The state of the expiry of items.
struct TimeToLiveDescription {
  OptionalEnum<TimeToLiveStatus> time_to_live_status = {};
  OptionalString attribute_name = {};  // absent if the status is DISABLED
};
// The response of Database::describe_time_to_live.
struct DescribeTimeToLiveResponse {
  TimeToLiveDescription time_to_live_description = {};
};

// ---- Contributor Insights (`table_name` is required, except to list; `index_name` is that of a global index, and
// absent for the table itself)

// The request of Database::update_contributor_insights.
struct UpdateContributorInsightsRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};
  OptionalEnum<ContributorInsightsAction> contributor_insights_action = {};  // required
  // ACCESSED_AND_THROTTLED_KEYS if absent. DISABLE ignores it.
  OptionalEnum<ContributorInsightsMode> contributor_insights_mode = {};
};
// The response of Database::update_contributor_insights.
struct UpdateContributorInsightsResponse {
  OptionalString table_name = {};
  OptionalString index_name = {};
  // ENABLING or DISABLING if the request changed something, even if that takes no time.
  OptionalEnum<ContributorInsightsStatus> contributor_insights_status = {};
  OptionalEnum<ContributorInsightsMode> contributor_insights_mode = {};  // absent if they were never enabled
};
// The request of Database::describe_contributor_insights.
struct DescribeContributorInsightsRequest {
  OptionalString table_name = {};
  OptionalString index_name = {};
};
// Why Contributor Insights could not be enabled. Partita gives none.
struct FailureException {
  OptionalString exception_name = {};
  OptionalString exception_description = {};
};
// The response of Database::describe_contributor_insights.
struct DescribeContributorInsightsResponse {
  OptionalString table_name = {};
  OptionalString index_name = {};
  // The names of the rules of CloudWatch that the service would make: of partition keys (PK) and, if there is a sort
  // key, of whole keys (SK), accessed (C) and throttled (T). Absent unless the status is ENABLED.
  OptionalList<std::string> contributor_insights_rule_list = {};
  OptionalEnum<ContributorInsightsStatus> contributor_insights_status = {};
  // In seconds since 1970. Both members are absent if Contributor Insights were never enabled.
  std::optional<double> last_update_date_time = {};
  std::optional<FailureException> failure_exception = {};
  OptionalEnum<ContributorInsightsMode> contributor_insights_mode = {};
};
// The request of Database::list_contributor_insights.
struct ListContributorInsightsRequest {
  OptionalString table_name = {};    // absent: all tables
  OptionalString next_token = {};    // of the page before; absent: the first page
  OptionalInteger max_results = {};  // 1 to 100; absent: 100
};
// A table or global index that has Contributor Insights.
struct ContributorInsightsSummary {
  OptionalString table_name = {};
  OptionalString index_name = {};
  OptionalEnum<ContributorInsightsStatus> contributor_insights_status = {};
  OptionalEnum<ContributorInsightsMode> contributor_insights_mode = {};
};
// The response of Database::list_contributor_insights.
struct ListContributorInsightsResponse {
  // Sorted by the names of tables. The table itself comes first, then its indexes by name.
  std::vector<ContributorInsightsSummary> contributor_insights_summaries = {};
  OptionalString next_token = {};  // absent: this is the last page
};

}  // namespace partita
