// Requests and responses of the table operations.
//
// The fields are DynamoDB's, in snake_case. An absent field is nullopt, which differs from an empty one. The API
// reference explains each field under the operation's name. The comments here name limits and errors;
// <partita/database.h> lists the errors that every operation can return, and docs/compatibility.md the differences from
// the service.
#pragma once

#include <partita/enums.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita {

using OptionalString = std::optional<std::string>;
using OptionalInteger = std::optional<std::int64_t>;
using OptionalBool = std::optional<bool>;
template <class T>
using OptionalList = std::optional<std::vector<T>>;
template <class E>
using OptionalEnum = std::optional<OpenEnum<E>>;

// The type of a key attribute. Its name has 1 to 255 bytes. Attributes that belong to no key have no definition.
struct AttributeDefinition {
  OptionalString attribute_name = {};
  OptionalEnum<ScalarAttributeType> attribute_type = {};
  friend bool operator==(const AttributeDefinition&, const AttributeDefinition&) = default;
};
// One attribute of a key. A table has one partition key attribute (Hash) and at most one sort key attribute (Range). A
// local index has one of each, and a global index has up to four of each.
struct KeySchemaElement {
  OptionalString attribute_name = {};
  OptionalEnum<KeyType> key_type = {};
  friend bool operator==(const KeySchemaElement&, const KeySchemaElement&) = default;
};
// The attributes that an index holds besides the keys. `non_key_attributes` belongs to Include and has 1 to 100 names
// of 1 to 255 bytes, and all indexes of a table have at most 100 together.
struct Projection {
  OptionalEnum<ProjectionType> projection_type = {};
  OptionalList<std::string> non_key_attributes = {};
  friend bool operator==(const Projection&, const Projection&) = default;
};
// Capacity units for each second, from 1 to 10^12. Partita stores the numbers and does not limit requests by them.
struct ProvisionedThroughput {
  OptionalInteger read_capacity_units = {};
  OptionalInteger write_capacity_units = {};
  friend bool operator==(const ProvisionedThroughput&, const ProvisionedThroughput&) = default;
};
// Request units for each second. In UpdateTable, -1 removes a limit. Partita stores the numbers and does not limit
// requests by them.
struct OnDemandThroughput {
  OptionalInteger max_read_request_units = {};
  OptionalInteger max_write_request_units = {};
  friend bool operator==(const OnDemandThroughput&, const OnDemandThroughput&) = default;
};
// Units for each second, at least 1. Partita accepts the numbers without effect.
struct WarmThroughput {
  OptionalInteger read_units_per_second = {};
  OptionalInteger write_units_per_second = {};
};
// An index with the table's partition key and another sort key.
struct LocalSecondaryIndex {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
};
// An index with a key of its own. `provisioned_throughput` must be set if the table's billing mode is Provisioned, and
// must be absent otherwise.
struct GlobalSecondaryIndex {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
};
// Partita does not implement streams, so enabling one is refused with NotImplemented.
struct StreamSpecification {
  OptionalBool stream_enabled = {};
  OptionalEnum<StreamViewType> stream_view_type = {};
};
// The settings of encryption. `sse_type` is "AES256" or "KMS". Partita checks them and does not encrypt.
struct SSESpecification {
  OptionalBool enabled = {};
  OptionalString sse_type = {};
  OptionalString kms_master_key_id = {};
};
// A tag of a table. The key has 1 to 128 characters and must not begin with "aws:". The value has up to 256 characters.
// Both consist of letters, digits, spaces and + - = . _ : / @.
struct Tag {
  OptionalString key = {};
  OptionalString value = {};
  friend bool operator==(const Tag&, const Tag&) = default;
};

// Creates a table with up to 20 global and 5 local indexes. The name has 3 to 255 letters, digits, '_', '.' and '-'.
// Errors: ResourceInUseException if the table exists; NotImplemented for a stream or a resource policy. The settings
// sse_specification and warm_throughput have no effect.
struct CreateTableRequest {
  OptionalString table_name = {};
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalList<KeySchemaElement> key_schema = {};
  OptionalList<LocalSecondaryIndex> local_secondary_indexes = {};
  OptionalList<GlobalSecondaryIndex> global_secondary_indexes = {};
  OptionalEnum<BillingMode> billing_mode = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
  std::optional<StreamSpecification> stream_specification = {};
  std::optional<SSESpecification> sse_specification = {};
  OptionalList<Tag> tags = {};
  OptionalEnum<TableClass> table_class = {};
  OptionalBool deletion_protection_enabled = {};
  OptionalString resource_policy = {};
};

// Times are seconds since 1970, with the milliseconds as a fraction.
struct ProvisionedThroughputDescription {
  std::optional<double> last_increase_date_time = {};
  std::optional<double> last_decrease_date_time = {};
  OptionalInteger number_of_decreases_today = {};
  OptionalInteger read_capacity_units = {};
  OptionalInteger write_capacity_units = {};
};
struct BillingModeSummary {
  OptionalEnum<BillingMode> billing_mode = {};
  std::optional<double> last_update_to_pay_per_request_date_time = {};
};
struct TableClassSummary {
  OptionalEnum<TableClass> table_class = {};
  std::optional<double> last_update_date_time = {};
};
struct WarmThroughputDescription {
  OptionalInteger read_units_per_second = {};
  OptionalInteger write_units_per_second = {};
  OptionalString status = {};
};
struct LocalSecondaryIndexDescription {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  OptionalInteger index_size_bytes = {};
  OptionalInteger item_count = {};
  OptionalString index_arn = {};
};
struct GlobalSecondaryIndexDescription {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  OptionalEnum<IndexStatus> index_status = {};
  OptionalBool backfilling = {};
  std::optional<ProvisionedThroughputDescription> provisioned_throughput = {};
  OptionalInteger index_size_bytes = {};
  OptionalInteger item_count = {};
  OptionalString index_arn = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughputDescription> warm_throughput = {};
};
// A table as the database describes it. Partita counts items and bytes exactly. It leaves warm_throughput absent.
struct TableDescription {
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalString table_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  OptionalEnum<TableStatus> table_status = {};
  std::optional<double> creation_date_time = {};
  std::optional<ProvisionedThroughputDescription> provisioned_throughput = {};
  OptionalInteger table_size_bytes = {};
  OptionalInteger item_count = {};
  OptionalString table_arn = {};
  OptionalString table_id = {};
  std::optional<BillingModeSummary> billing_mode_summary = {};
  OptionalList<LocalSecondaryIndexDescription> local_secondary_indexes = {};
  OptionalList<GlobalSecondaryIndexDescription> global_secondary_indexes = {};
  std::optional<TableClassSummary> table_class_summary = {};
  OptionalBool deletion_protection_enabled = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughputDescription> warm_throughput = {};
};
struct CreateTableResponse {
  TableDescription table_description = {};
};

// Returns the description of a table.
struct DescribeTableRequest {
  OptionalString table_name = {};
};
struct DescribeTableResponse {
  TableDescription table = {};
};

// Deletes the table with its items and indexes.
// Errors: ResourceInUseException while the table or one of its global indexes is created, updated or deleted;
// ValidationException if the table is protected against deletion.
struct DeleteTableRequest {
  OptionalString table_name = {};
};
struct DeleteTableResponse {
  TableDescription table_description = {};
};

// Lists up to `limit` names of tables, from 1 to 100 (the default). A Partita database sorts them by their bytes.
struct ListTablesRequest {
  OptionalString exclusive_start_table_name = {};
  OptionalInteger limit = {};
};
struct ListTablesResponse {
  std::vector<std::string> table_names = {};
  OptionalString last_evaluated_table_name = {};
};

struct CreateGlobalSecondaryIndexAction {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
};
struct UpdateGlobalSecondaryIndexAction {
  OptionalString index_name = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
};
struct DeleteGlobalSecondaryIndexAction {
  OptionalString index_name = {};
};
// One change of a global index. Exactly one of the members must be set.
struct GlobalSecondaryIndexUpdate {
  std::optional<UpdateGlobalSecondaryIndexAction> update = {};
  std::optional<CreateGlobalSecondaryIndexAction> create = {};
  std::optional<DeleteGlobalSecondaryIndexAction> delete_ = {};
};
// Changes a table's settings, or creates or deletes one global index.
// Errors: ResourceInUseException while the table is created, updated or deleted; LimitExceededException if the request
// would change a second index at the same time; NotImplemented for a stream.
struct UpdateTableRequest {
  OptionalString table_name = {};
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalEnum<BillingMode> billing_mode = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
  OptionalList<GlobalSecondaryIndexUpdate> global_secondary_index_updates = {};
  std::optional<StreamSpecification> stream_specification = {};
  std::optional<SSESpecification> sse_specification = {};
  OptionalEnum<TableClass> table_class = {};
  OptionalBool deletion_protection_enabled = {};
};
struct UpdateTableResponse {
  TableDescription table_description = {};
};

// Adds tags to the table with this ARN, or replaces their values. A table has up to 50 tags.
// Errors: ResourceNotFoundException if this database has no table with the ARN.
struct TagResourceRequest {
  OptionalString resource_arn = {};
  OptionalList<Tag> tags = {};
};
struct TagResourceResponse {};
// Removes the tags with these keys. A key without a tag is not an error.
struct UntagResourceRequest {
  OptionalString resource_arn = {};
  OptionalList<std::string> tag_keys = {};
};
struct UntagResourceResponse {};
// Returns all tags of the table in one page.
// Errors: AccessDeniedException if this database has no table with the ARN, as on the service.
struct ListTagsOfResourceRequest {
  OptionalString resource_arn = {};
  OptionalString next_token = {};
};
struct ListTagsOfResourceResponse {
  std::vector<Tag> tags = {};
  OptionalString next_token = {};
};

// The attribute that says when an item expires. Its name has 1 to 255 bytes. Both members must be set in a request.
struct TimeToLiveSpecification {
  OptionalBool enabled = {};
  OptionalString attribute_name = {};
};
// Enables or disables the expiry of items. The attribute holds seconds since 1970 as a number. Items that expired more
// than five years ago are kept, as on the service.
struct UpdateTimeToLiveRequest {
  OptionalString table_name = {};
  std::optional<TimeToLiveSpecification> time_to_live_specification = {};
};
struct UpdateTimeToLiveResponse {
  TimeToLiveSpecification time_to_live_specification = {};
};
// Returns the state of time to live and its attribute.
struct DescribeTimeToLiveRequest {
  OptionalString table_name = {};
};
struct TimeToLiveDescription {
  OptionalEnum<TimeToLiveStatus> time_to_live_status = {};
  OptionalString attribute_name = {};
};
struct DescribeTimeToLiveResponse {
  TimeToLiveDescription time_to_live_description = {};
};

// The quotas of an account. The answer is constant.
struct DescribeLimitsRequest {};
struct DescribeLimitsResponse {
  OptionalInteger account_max_read_capacity_units = {};
  OptionalInteger account_max_write_capacity_units = {};
  OptionalInteger table_max_read_capacity_units = {};
  OptionalInteger table_max_write_capacity_units = {};
};
// Returns the endpoint to use. A server answers with the URL that the request came to. An embedded database answers
// with the service's host of its region.
struct DescribeEndpointsRequest {};
struct Endpoint {
  OptionalString address = {};
  OptionalInteger cache_period_in_minutes = {};
};
struct DescribeEndpointsResponse {
  std::vector<Endpoint> endpoints = {};
};

}  // namespace partita
