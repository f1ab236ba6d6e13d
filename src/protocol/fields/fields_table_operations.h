// The wire names of the table operations' requests and responses.
#pragma once

#include <partita/setting_operations.h>
#include <partita/table_operations.h>

#include "protocol/fields.h"
#include "value/limits.h"

namespace partita::protocol {

template <>
inline constexpr std::array kMissingMembers<CreateTableRequest> = {
    std::string_view("GlobalTableSourceArn"), std::string_view("GlobalTableSettingsReplicationMode")};
template <class V, Is<CreateTableRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("AttributeDefinitions", of.attribute_definitions, AtMost{limits::kReadAttributeDefinitions});
  v("KeySchema", of.key_schema, AtMost{limits::kReadKeySchemaElements});
  v("LocalSecondaryIndexes", of.local_secondary_indexes, AtMost{limits::kLocalIndexes});
  v("GlobalSecondaryIndexes", of.global_secondary_indexes, AtMost{limits::kGlobalIndexes});
  v("BillingMode", of.billing_mode);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
  v("StreamSpecification", of.stream_specification);
  v("SSESpecification", of.sse_specification);
  v("Tags", of.tags, AtMost{limits::kTags});
  v("TableClass", of.table_class);
  v("DeletionProtectionEnabled", of.deletion_protection_enabled);
  v("ResourcePolicy", of.resource_policy);
  v("VectorIndexes", of.vector_indexes, AtMost{limits::kVectorIndexes});
  v("TableThroughputMode", of.table_throughput_mode);
}

template <class V, Is<CreateTableResponse> T>
void fields(V& v, T& of) {
  v("TableDescription", of.table_description);
}

template <class V, Is<DescribeTableRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
}

template <class V, Is<DescribeTableResponse> T>
void fields(V& v, T& of) {
  v("Table", of.table);
}

template <class V, Is<DeleteTableRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
}

template <class V, Is<DeleteTableResponse> T>
void fields(V& v, T& of) {
  v("TableDescription", of.table_description);
}

template <class V, Is<ListTablesRequest> T>
void fields(V& v, T& of) {
  v("ExclusiveStartTableName", of.exclusive_start_table_name);
  v("Limit", of.limit);
}

template <class V, Is<ListTablesResponse> T>
void fields(V& v, T& of) {
  v("TableNames", of.table_names);
  v("LastEvaluatedTableName", of.last_evaluated_table_name);
}

template <>
inline constexpr std::string_view kClassName<CreateGlobalSecondaryIndexAction> = "CreateGlobalSecondaryIndexAction";
template <class V, Is<CreateGlobalSecondaryIndexAction> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("KeySchema", of.key_schema, AtMost{limits::kReadKeySchemaElements});
  v("Projection", of.projection);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
}

template <>
inline constexpr std::string_view kClassName<UpdateGlobalSecondaryIndexAction> = "UpdateGlobalSecondaryIndexAction";
template <class V, Is<UpdateGlobalSecondaryIndexAction> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
}

template <>
inline constexpr std::string_view kClassName<DeleteGlobalSecondaryIndexAction> = "DeleteGlobalSecondaryIndexAction";
template <class V, Is<DeleteGlobalSecondaryIndexAction> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
}

template <>
inline constexpr std::string_view kClassName<GlobalSecondaryIndexUpdate> = "GlobalSecondaryIndexUpdate";
template <class V, Is<GlobalSecondaryIndexUpdate> T>
void fields(V& v, T& of) {
  v("Update", of.update);
  v("Create", of.create);
  v("Delete", of.delete_);
}

template <>
inline constexpr std::string_view kClassName<DeleteVectorIndexAction> = "DeleteVectorIndexAction";
template <class V, Is<DeleteVectorIndexAction> T>
void fields(V& v, T& of) {
  v("IndexName", of.index_name);
}

template <>
inline constexpr std::string_view kClassName<VectorIndexUpdate> = "VectorIndexUpdate";
template <class V, Is<VectorIndexUpdate> T>
void fields(V& v, T& of) {
  v("Create", of.create);
  v("Delete", of.delete_);
}

template <>
inline constexpr std::array kMissingMembers<UpdateTableRequest> = {
    std::string_view("ReplicaUpdates"), std::string_view("MultiRegionConsistency"),
    std::string_view("GlobalTableWitnessUpdates"), std::string_view("GlobalTableSettingsReplicationMode"),
    std::string_view("DisassociationProtectionEnabled")};
template <class V, Is<UpdateTableRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("AttributeDefinitions", of.attribute_definitions, AtMost{limits::kReadAttributeDefinitions});
  v("BillingMode", of.billing_mode);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("WarmThroughput", of.warm_throughput);
  v("GlobalSecondaryIndexUpdates", of.global_secondary_index_updates, AtMost{limits::kReadIndexUpdates});
  v("StreamSpecification", of.stream_specification);
  v("SSESpecification", of.sse_specification);
  v("TableClass", of.table_class);
  v("DeletionProtectionEnabled", of.deletion_protection_enabled);
  v("VectorIndexUpdates", of.vector_index_updates, AtMost{limits::kReadIndexUpdates});
  v("TableThroughputMode", of.table_throughput_mode);
}

template <class V, Is<UpdateTableResponse> T>
void fields(V& v, T& of) {
  v("TableDescription", of.table_description);
}

template <class V, Is<TagResourceRequest> T>
void fields(V& v, T& of) {
  v("ResourceArn", of.resource_arn);
  v("Tags", of.tags, AtMost{limits::kTags});
}

template <class V, Is<TagResourceResponse> T>
void fields(V&, T&) {}

template <class V, Is<UntagResourceRequest> T>
void fields(V& v, T& of) {
  v("ResourceArn", of.resource_arn);
  v("TagKeys", of.tag_keys);
}

template <class V, Is<UntagResourceResponse> T>
void fields(V&, T&) {}

template <class V, Is<ListTagsOfResourceRequest> T>
void fields(V& v, T& of) {
  v("ResourceArn", of.resource_arn);
  v("NextToken", of.next_token);
}

template <class V, Is<ListTagsOfResourceResponse> T>
void fields(V& v, T& of) {
  v("Tags", of.tags);
  v("NextToken", of.next_token);
}

template <class V, Is<PutResourcePolicyRequest> T>
void fields(V& v, T& of) {
  v("ResourceArn", of.resource_arn);
  v("Policy", of.policy);
  v("ExpectedRevisionId", of.expected_revision_id);
  v("ConfirmRemoveSelfResourceAccess", of.confirm_remove_self_resource_access);
}

template <class V, Is<PutResourcePolicyResponse> T>
void fields(V& v, T& of) {
  v("RevisionId", of.revision_id);
}

template <class V, Is<GetResourcePolicyRequest> T>
void fields(V& v, T& of) {
  v("ResourceArn", of.resource_arn);
}

template <class V, Is<GetResourcePolicyResponse> T>
void fields(V& v, T& of) {
  v("Policy", of.policy);
  v("RevisionId", of.revision_id);
}

template <class V, Is<DeleteResourcePolicyRequest> T>
void fields(V& v, T& of) {
  v("ResourceArn", of.resource_arn);
  v("ExpectedRevisionId", of.expected_revision_id);
}

template <class V, Is<DeleteResourcePolicyResponse> T>
void fields(V& v, T& of) {
  v("RevisionId", of.revision_id);
}

template <>
inline constexpr std::string_view kClassName<TimeToLiveSpecification> = "TimeToLiveSpecification";
template <class V, Is<TimeToLiveSpecification> T>
void fields(V& v, T& of) {
  v("Enabled", of.enabled);
  v("AttributeName", of.attribute_name);
}

template <class V, Is<UpdateTimeToLiveRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("TimeToLiveSpecification", of.time_to_live_specification);
}

template <class V, Is<UpdateTimeToLiveResponse> T>
void fields(V& v, T& of) {
  v("TimeToLiveSpecification", of.time_to_live_specification);
}

template <class V, Is<DescribeTimeToLiveRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
}

template <>
inline constexpr std::string_view kClassName<TimeToLiveDescription> = "TimeToLiveDescription";
template <class V, Is<TimeToLiveDescription> T>
void fields(V& v, T& of) {
  v("TimeToLiveStatus", of.time_to_live_status);
  v("AttributeName", of.attribute_name);
}

template <class V, Is<DescribeTimeToLiveResponse> T>
void fields(V& v, T& of) {
  v("TimeToLiveDescription", of.time_to_live_description);
}

template <class V, Is<UpdateContributorInsightsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("ContributorInsightsAction", of.contributor_insights_action);
  v("ContributorInsightsMode", of.contributor_insights_mode);
}

template <class V, Is<UpdateContributorInsightsResponse> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("ContributorInsightsStatus", of.contributor_insights_status);
  v("ContributorInsightsMode", of.contributor_insights_mode);
}

template <class V, Is<DescribeContributorInsightsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
}

template <>
inline constexpr std::string_view kClassName<FailureException> = "FailureException";
template <class V, Is<FailureException> T>
void fields(V& v, T& of) {
  v("ExceptionName", of.exception_name);
  v("ExceptionDescription", of.exception_description);
}

template <class V, Is<DescribeContributorInsightsResponse> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("ContributorInsightsRuleList", of.contributor_insights_rule_list);
  v("ContributorInsightsStatus", of.contributor_insights_status);
  v("LastUpdateDateTime", of.last_update_date_time);
  v("FailureException", of.failure_exception);
  v("ContributorInsightsMode", of.contributor_insights_mode);
}

template <class V, Is<ListContributorInsightsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("NextToken", of.next_token);
  v("MaxResults", of.max_results);
}

template <>
inline constexpr std::string_view kClassName<ContributorInsightsSummary> = "ContributorInsightsSummary";
template <class V, Is<ContributorInsightsSummary> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("IndexName", of.index_name);
  v("ContributorInsightsStatus", of.contributor_insights_status);
  v("ContributorInsightsMode", of.contributor_insights_mode);
}

template <class V, Is<ListContributorInsightsResponse> T>
void fields(V& v, T& of) {
  v("ContributorInsightsSummaries", of.contributor_insights_summaries);
  v("NextToken", of.next_token);
}

template <class V, Is<DescribeLimitsRequest> T>
void fields(V&, T&) {}

template <class V, Is<DescribeLimitsResponse> T>
void fields(V& v, T& of) {
  v("AccountMaxReadCapacityUnits", of.account_max_read_capacity_units);
  v("AccountMaxWriteCapacityUnits", of.account_max_write_capacity_units);
  v("TableMaxReadCapacityUnits", of.table_max_read_capacity_units);
  v("TableMaxWriteCapacityUnits", of.table_max_write_capacity_units);
}

template <class V, Is<DescribeEndpointsRequest> T>
void fields(V&, T&) {}

template <>
inline constexpr std::string_view kClassName<Endpoint> = "Endpoint";
template <class V, Is<Endpoint> T>
void fields(V& v, T& of) {
  v("Address", of.address);
  v("CachePeriodInMinutes", of.cache_period_in_minutes);
}

template <class V, Is<DescribeEndpointsResponse> T>
void fields(V& v, T& of) {
  v("Endpoints", of.endpoints);
}

}  // namespace partita::protocol
