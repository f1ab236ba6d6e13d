// Requests and responses of the table operations. database_class.h has the contract of each operation with its errors.
// The comments here say which values a member takes.
//
// The members are DynamoDB's, in snake_case. An absent member is nullopt, which differs from an empty one. A member
// that a comment calls required may be absent too: then the operation returns a ValidationException, as it does for
// every value outside of the named limits. The structs own their values and check nothing.
//
// Sources: the API reference, under the operation's name, and "Quotas in Amazon DynamoDB", developer guide. Sizes of
// names are in bytes of UTF-8. Times are seconds since 1970, with the milliseconds as a fraction.
//
// Members with the same meaning in several structs:
//   table_name  Required. The table's name, or its ARN: arn:aws:dynamodb:<region>:<account>:table/<name>, with the
//               database's region and account. A name has 3 to 255 bytes: letters, digits, '_', '.' and '-'.
//               CreateTable takes no ARN.
//   index_name  Required. It has the form of a table's name, and is unique among the indexes of the table.
//   key_schema  Required. The attributes of the key: those with HASH first, then those with RANGE. The table's key and
//               the keys of local indexes have one HASH attribute and at most one RANGE attribute. Keys of global
//               indexes have 1 to 4 HASH and 0 to 4 RANGE attributes.
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

// ---- parts of table descriptions, for requests and responses

// The type of a key attribute. Both members are required.
struct AttributeDefinition {
  OptionalString attribute_name = {};  // 1 to 255 bytes
  OptionalEnum<ScalarAttributeType> attribute_type = {};
  friend bool operator==(const AttributeDefinition&, const AttributeDefinition&) = default;
};
// An attribute of a key, and its part in the key. Both members are required.
struct KeySchemaElement {
  OptionalString attribute_name = {};  // 1 to 255 bytes, and an AttributeDefinition has it
  OptionalEnum<KeyType> key_type = {};
  friend bool operator==(const KeySchemaElement&, const KeySchemaElement&) = default;
};
// The attributes that an index holds beside the keys of the index and of the table.
struct Projection {
  OptionalEnum<ProjectionType> projection_type = {};  // required
  // Required with INCLUDE, and refused without it: 1 to 100 different names of 1 to 255 bytes. All indexes of a table
  // together have at most 100 names, and a name counts once for each index that has it.
  OptionalList<std::string> non_key_attributes = {};
  friend bool operator==(const Projection&, const Projection&) = default;
};
// The capacity of a table or global index with billing mode PROVISIONED, in capacity units per second: 1 to 10^12. Both
// members are required. Partita stores and shows the values, and limits requests by them with Throttling::Capacity.
struct ProvisionedThroughput {
  OptionalInteger read_capacity_units = {};
  OptionalInteger write_capacity_units = {};
  friend bool operator==(const ProvisionedThroughput&, const ProvisionedThroughput&) = default;
};
// The most that a table or global index with billing mode PAY_PER_REQUEST may consume, in request units per second: at
// least 1, or in UpdateTable -1 to remove the limit. Partita stores and shows the values, and limits requests by them
// with Throttling::Capacity.
struct OnDemandThroughput {
  OptionalInteger max_read_request_units = {};
  OptionalInteger max_write_request_units = {};
  friend bool operator==(const OnDemandThroughput&, const OnDemandThroughput&) = default;
};
// The units per second that a table or global index should be able to serve at once. The service keeps the highest
// values for ever, so they can only grow: from 12000 and 4000 with PAY_PER_REQUEST, and otherwise from the provisioned
// units. Partita stores and shows the values. With Throttling::Capacity an on-demand table begins with them.
struct WarmThroughput {
  OptionalInteger read_units_per_second = {};
  OptionalInteger write_units_per_second = {};
};
// An index with the table's partition key and its own sort key. All its members are required.
struct LocalSecondaryIndex {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};  // the table's HASH attribute, and one RANGE attribute
  std::optional<Projection> projection = {};
};
// An index with a key of its own.
struct GlobalSecondaryIndex {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};                         // required
  std::optional<ProvisionedThroughput> provisioned_throughput = {};  // as for the table
  std::optional<OnDemandThroughput> on_demand_throughput = {};       // as for the table
  std::optional<WarmThroughput> warm_throughput = {};                // stored and shown
};
// An attribute by which SearchVectors selects the items to compare. Both members are required.
struct SearchSchemaElement {
  OptionalString attribute_name = {};  // 1 to 255 bytes, and an AttributeDefinition has it
  // HASH divides the index into partitions, and each search names one of them. A search may name a value of an
  // INLINE_FILTER, and then finds only items that have it.
  OptionalEnum<SearchSchemaElementType> search_schema_element_type = {};
};
// The attribute that holds the vectors of an index: lists of numbers. No AttributeDefinition has it.
struct VectorAttributeDefinition {
  OptionalString attribute_name = {};  // required, 1 to 255 bytes
};
// An index that SearchVectors reads. It holds the items whose vector attribute is set, and with a HASH element only
// those that have that attribute. Only tables with billing mode PAY_PER_REQUEST have such indexes.
struct VectorIndex {
  OptionalString index_name = {};
  std::optional<VectorAttributeDefinition> vector_attribute = {};  // required
  OptionalList<SearchSchemaElement> search_schema = {};            // up to 1 HASH and 18 INLINE_FILTER elements
  std::optional<Projection> projection = {};                       // required
  // Required: the length of each vector, 1 to 4096. All indexes on one attribute have the same.
  OptionalInteger dimensions = {};
  OptionalEnum<VectorDistanceFunction> distance_function = {};  // required
};
// The stream of a table, which records each change of an item.
struct StreamSpecification {
  OptionalBool stream_enabled = {};                    // required
  OptionalEnum<StreamViewType> stream_view_type = {};  // required if the stream is enabled, and refused otherwise
};
// Encryption at rest with a key of KMS. Partita stores the name of the key, shows it, and encrypts nothing.
struct SSESpecification {
  OptionalBool enabled = {};     // default: true if sse_type is given, and otherwise false
  OptionalString sse_type = {};  // "KMS", and only if `enabled` is not false
  OptionalString kms_master_key_id =
      {};  // an id, an alias or an ARN; only with sse_type; default: the service's own key
};
// Both members are required, and have letters, digits, spaces and "+-=._:/@". Partita accepts all characters beyond
// ASCII, and the service only letters and spaces. Sizes are in characters.
struct Tag {
  OptionalString key = {};    // 1 to 128 characters, not beginning with "aws:"
  OptionalString value = {};  // 0 to 256 characters
  friend bool operator==(const Tag&, const Tag&) = default;
};

// ---- CreateTable

// The request of Database::create_table.
struct CreateTableRequest {
  OptionalString table_name = {};
  // Required: the attributes of the table's key and of the indexes' keys, each once, and no others.
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalList<KeySchemaElement> key_schema = {};
  OptionalList<LocalSecondaryIndex> local_secondary_indexes = {};    // 1 to 5, and the table must have a sort key
  OptionalList<GlobalSecondaryIndex> global_secondary_indexes = {};  // 1 to 20
  OptionalEnum<BillingMode> billing_mode = {};                       // default: PROVISIONED
  // Required with PROVISIONED, and refused with PAY_PER_REQUEST.
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};  // only with PAY_PER_REQUEST
  std::optional<WarmThroughput> warm_throughput = {};           // stored and shown
  std::optional<StreamSpecification> stream_specification = {};
  std::optional<SSESpecification> sse_specification = {};  // stored and shown
  OptionalList<Tag> tags = {};                             // 0 to 50 with different keys
  OptionalEnum<TableClass> table_class = {};               // stored and shown
  OptionalBool deletion_protection_enabled = {};           // default: false
  OptionalString resource_policy = {};                     // as in PutResourcePolicyRequest
  OptionalList<VectorIndex> vector_indexes = {};           // 1 to 5
  OptionalEnum<BillingMode> table_throughput_mode = {};    // another name of billing_mode, which is preferred
};

// `number_of_decreases_today` is 0 in Partita. The units are 0 with PAY_PER_REQUEST.
struct ProvisionedThroughputDescription {
  std::optional<double> last_increase_date_time = {};  // absent if the units never increased
  std::optional<double> last_decrease_date_time = {};  // absent if the units never decreased
  OptionalInteger number_of_decreases_today = {};
  OptionalInteger read_capacity_units = {};   // per second
  OptionalInteger write_capacity_units = {};  // per second
};
// The billing mode of a table, and the last time at which it became PAY_PER_REQUEST.
struct BillingModeSummary {
  OptionalEnum<BillingMode> billing_mode = {};
  std::optional<double> last_update_to_pay_per_request_date_time = {};
};
// The class of a table.
struct TableClassSummary {
  OptionalEnum<TableClass> table_class = {};
  std::optional<double> last_update_date_time = {};  // absent if the class never changed
};
// The units per second that a table or global index can serve at once, by its settings.
struct WarmThroughputDescription {
  OptionalInteger read_units_per_second = {};
  OptionalInteger write_units_per_second = {};
  OptionalString status = {};  // ACTIVE, UPDATING, and of an index CREATING or DELETING
};
// The key that encrypts a table.
struct SSEDescription {
  OptionalString status = {};              // ENABLED, or UPDATING in the answer of UpdateTable
  OptionalString sse_type = {};            // KMS
  OptionalString kms_master_key_arn = {};  // a key that was given by its alias has an ARN made up from the alias
};
// The same as BillingModeSummary, by the name that the service gives to it beside.
struct TableThroughputModeSummary {
  OptionalEnum<BillingMode> table_throughput_mode = {};
  std::optional<double> last_update_to_pay_per_request_date_time = {};
};
// A local index as the database describes it. Partita counts items and bytes exactly.
struct LocalSecondaryIndexDescription {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  OptionalInteger index_size_bytes = {};
  OptionalInteger item_count = {};
  OptionalString index_arn = {};
};
// A global index as the database describes it. Partita counts items and bytes exactly.
struct GlobalSecondaryIndexDescription {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};
  OptionalEnum<IndexStatus> index_status = {};
  OptionalBool backfilling = {};  // only while the index is created: true once it is being filled
  std::optional<ProvisionedThroughputDescription> provisioned_throughput = {};
  OptionalInteger index_size_bytes = {};
  OptionalInteger item_count = {};
  OptionalString index_arn = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughputDescription> warm_throughput = {};
};
// A vector index as the database describes it. Partita counts items and bytes exactly.
struct VectorIndexDescription {
  OptionalString index_name = {};
  OptionalList<SearchSchemaElement> search_schema = {};  // absent if the index has none
  std::optional<Projection> projection = {};
  std::optional<VectorAttributeDefinition> vector_attribute = {};
  OptionalInteger dimensions = {};
  OptionalEnum<VectorDistanceFunction> distance_function = {};
  OptionalEnum<IndexStatus> index_status = {};
  // Only while UpdateTable creates the index: true once it is being filled.
  OptionalBool backfilling = {};
  OptionalInteger index_size_bytes = {};  // a vector counts 4 bytes for each dimension
  OptionalInteger item_count = {};
  OptionalString index_arn = {};
};
// The restore that fills a table.
struct RestoreSummary {
  OptionalString source_backup_arn = {};  // absent if the source is a point in time
  OptionalString source_table_arn = {};
  std::optional<double> restore_date_time = {};  // the moment whose items the table gets
  OptionalBool restore_in_progress = {};
};
// The table as an operation leaves it. The response of DeleteTable lacks `attribute_definitions`, the key schemas and
// `creation_date_time`.
struct TableDescription {
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalString table_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  OptionalEnum<TableStatus> table_status = {};
  std::optional<double> creation_date_time = {};
  std::optional<ProvisionedThroughputDescription> provisioned_throughput = {};
  OptionalInteger table_size_bytes = {};  // the items of the table, without its indexes
  OptionalInteger item_count = {};
  OptionalString table_arn = {};
  OptionalString table_id = {};  // a UUID, which a later table of the same name does not share
  std::optional<BillingModeSummary> billing_mode_summary = {};  // absent if the table never had PAY_PER_REQUEST
  OptionalList<LocalSecondaryIndexDescription> local_secondary_indexes = {};    // absent if there are none
  OptionalList<GlobalSecondaryIndexDescription> global_secondary_indexes = {};  // absent if there are none
  std::optional<TableClassSummary> table_class_summary = {};                    // absent if no request set the class
  OptionalBool deletion_protection_enabled = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughputDescription> warm_throughput = {};
  std::optional<StreamSpecification> stream_specification = {};  // absent unless a stream is enabled
  OptionalString latest_stream_label = {};                       // absent if the table never had a stream
  OptionalString latest_stream_arn = {};
  OptionalList<VectorIndexDescription> vector_indexes = {};  // absent if there are none
  std::optional<SSEDescription> sse_description = {};        // absent unless a request set a key of KMS
  std::optional<TableThroughputModeSummary> table_throughput_mode_summary = {};  // as billing_mode_summary
  std::optional<RestoreSummary> restore_summary = {};                            // only while a restore fills the table
};
// The response of Database::create_table.
struct CreateTableResponse {
  TableDescription table_description = {};
};

// ---- DescribeTable, DeleteTable, ListTables

// The request of Database::describe_table.
struct DescribeTableRequest {
  OptionalString table_name = {};
};
// The response of Database::describe_table.
struct DescribeTableResponse {
  TableDescription table = {};
};

// The request of Database::delete_table.
struct DeleteTableRequest {
  OptionalString table_name = {};
};
// The response of Database::delete_table.
struct DeleteTableResponse {
  TableDescription table_description = {};
};

// The request of Database::list_tables.
struct ListTablesRequest {
  OptionalString exclusive_start_table_name = {};  // the page has the names after this one; 3 to 255 bytes
  OptionalInteger limit = {};                      // 1 to 100, default: 100
};
// The response of Database::list_tables.
struct ListTablesResponse {
  std::vector<std::string> table_names = {};
  OptionalString last_evaluated_table_name = {};  // absent in the last page
};

// ---- UpdateTable

// An index to create. The members have the same meaning as in GlobalSecondaryIndex.
struct CreateGlobalSecondaryIndexAction {
  OptionalString index_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  std::optional<Projection> projection = {};  // required
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};  // stored and shown
};
// New settings of an index.
struct UpdateGlobalSecondaryIndexAction {
  OptionalString index_name = {};
  // Required unless another throughput is set.
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};  // stored and shown
};
// An index to delete.
struct DeleteGlobalSecondaryIndexAction {
  OptionalString index_name = {};
};
// Exactly one of the members must be set.
struct GlobalSecondaryIndexUpdate {
  std::optional<UpdateGlobalSecondaryIndexAction> update = {};
  std::optional<CreateGlobalSecondaryIndexAction> create = {};
  std::optional<DeleteGlobalSecondaryIndexAction> delete_ = {};
};
// A vector index to create.
using CreateVectorIndexAction = VectorIndex;
// A vector index to delete.
struct DeleteVectorIndexAction {
  OptionalString index_name = {};
};
// Exactly one of the members must be set.
struct VectorIndexUpdate {
  std::optional<CreateVectorIndexAction> create = {};
  std::optional<DeleteVectorIndexAction> delete_ = {};
};
// The request of Database::update_table. An absent member changes nothing. At least one member beside `table_name` and
// `attribute_definitions` must be set. One request changes one thing. These go together: a billing mode, throughput and
// changes of the throughput of indexes; PAY_PER_REQUEST and on-demand throughput or a stream.
struct UpdateTableRequest {
  OptionalString table_name = {};
  // Required for a new index: all its key attributes, also those that the table defines already.
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalEnum<BillingMode> billing_mode = {};
  // Required for a change to PROVISIONED, and refused with PAY_PER_REQUEST. It must differ from the table's.
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};  // refused for a change to PROVISIONED
  std::optional<WarmThroughput> warm_throughput = {};           // stored and shown
  // At least one element, one for each index at most, and one that creates or deletes an index at most.
  OptionalList<GlobalSecondaryIndexUpdate> global_secondary_index_updates = {};
  std::optional<StreamSpecification> stream_specification = {};
  std::optional<SSESpecification> sse_specification = {};  // stored and shown
  OptionalEnum<TableClass> table_class = {};
  OptionalBool deletion_protection_enabled = {};
  // One element, unless `global_secondary_index_updates` creates or deletes an index.
  OptionalList<VectorIndexUpdate> vector_index_updates = {};
  OptionalEnum<BillingMode> table_throughput_mode = {};  // another name of billing_mode, which is preferred
};
// The response of Database::update_table. It has the throughput and the key from before the request. It has the status
// UPDATING, unless only deletion protection, encryption, warm or on-demand throughput changed.
struct UpdateTableResponse {
  TableDescription table_description = {};
};

// ---- the service itself

// The request of Database::describe_limits.
struct DescribeLimitsRequest {};
// The response of Database::describe_limits. The units are per second.
struct DescribeLimitsResponse {
  OptionalInteger account_max_read_capacity_units = {};   // 80000 in Partita
  OptionalInteger account_max_write_capacity_units = {};  // 80000 in Partita
  OptionalInteger table_max_read_capacity_units = {};     // 40000 in Partita
  OptionalInteger table_max_write_capacity_units = {};    // 40000 in Partita
};
// The request of Database::describe_endpoints.
struct DescribeEndpointsRequest {};
// An address to send requests to.
struct Endpoint {
  OptionalString address = {};  // a host, or from Partita's server a URL
  OptionalInteger cache_period_in_minutes = {};
};
// The response of Database::describe_endpoints.
struct DescribeEndpointsResponse {
  std::vector<Endpoint> endpoints = {};
};

}  // namespace partita
