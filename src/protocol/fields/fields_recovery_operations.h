// The wire names of Partita's own operations on the past of a table.
#pragma once

#include <partita/recovery_operations.h>

#include "protocol/fields/fields_item_operations.h"
#include "protocol/fields/fields_stream_operations.h"
#include "protocol/fields/fields_table_operations.h"

namespace partita::protocol {

template <class V, Is<ListItemVersionsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Key", of.key);
  v("ProjectionExpression", of.projection_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
  v("Limit", of.limit);
  v("ScanIndexForward", of.scan_index_forward);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<ItemVersion> = "ItemVersion";
template <class V, Is<ItemVersion> T>
void fields(V& v, T& of) {
  v("SequenceNumber", of.sequence_number);
  v("ChangeDateTime", of.change_date_time);
  v("Item", of.item);
  v("UserIdentity", of.user_identity);
}

template <class V, Is<ListItemVersionsResponse> T>
void fields(V& v, T& of) {
  v("Versions", of.versions);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<ItemMatch> = "ItemMatch";
template <class V, Is<ItemMatch> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("ConditionExpression", of.condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
  v("ScanIndexForward", of.scan_index_forward);
}

template <class V, Is<RestoreTableToVersionRequest> T>
void fields(V& v, T& of) {
  v("SourceTableArn", of.source_table_arn);
  v("SourceTableName", of.source_table_name);
  v("TargetTableName", of.target_table_name);
  v("BeforeSequenceNumber", of.before_sequence_number);
  v("AfterSequenceNumber", of.after_sequence_number);
  v("BeforeItem", of.before_item);
  v("BillingModeOverride", of.billing_mode_override);
  v("GlobalSecondaryIndexOverride", of.global_secondary_index_override, AtMost{limits::kGlobalIndexes});
  v("LocalSecondaryIndexOverride", of.local_secondary_index_override, AtMost{limits::kLocalIndexes});
  v("ProvisionedThroughputOverride", of.provisioned_throughput_override);
  v("OnDemandThroughputOverride", of.on_demand_throughput_override);
  v("SSESpecificationOverride", of.sse_specification_override);
  v("VectorIndexOverride", of.vector_index_override, AtMost{limits::kVectorIndexes});
}

template <class V, Is<RestoreTableToVersionResponse> T>
void fields(V& v, T& of) {
  v("TableDescription", of.table_description);
  v("SequenceNumber", of.sequence_number);
}

template <class V, Is<ListChangedItemsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
  v("Limit", of.limit);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<ChangedItem> = "ChangedItem";
template <class V, Is<ChangedItem> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("OldImage", of.old_image);
  v("NewImage", of.new_image);
  v("UserIdentity", of.user_identity);
  v("SequenceNumber", of.sequence_number);
  v("ChangeDateTime", of.change_date_time);
}

template <class V, Is<ListChangedItemsResponse> T>
void fields(V& v, T& of) {
  v("ChangedItems", of.changed_items);
  v("NextToken", of.next_token);
}

}  // namespace partita::protocol
