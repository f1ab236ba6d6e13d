// Requests and responses of the operations that move data: exports, imports and bulk writes. The rules of
// table_operations.h hold here too: an absent member is nullopt.
//
// The files are in "S3": in the folder of OpenOptions::s3_directory, whose folders are the buckets, or in the store
// that `partita serve --s3` names. A database without it refuses the operations that need it.
//
// Sources: the API reference, under the operation's name, and "DynamoDB table export output format", developer guide.
// Times are seconds since 1970, with the milliseconds as a fraction. Sizes are in bytes.
//
// Members with the same meaning in several structs:
//   client_token        Any text without '$'. A request with the token of a request of the last 8 hours, and with the
//                       same members, is answered with the description of the work that the other one began.
//   s3_bucket           Required. The name of a bucket.
//   s3_bucket_owner     12 digits. Partita does not compare it.
//   s3_prefix, s3_key_prefix  The beginning of the keys of the objects, up to 1024 bytes. Default: an empty text.
//   s3_sse_algorithm, s3_sse_kms_key_id  Shown, and not handed on to a store.
//   next_token          From the page before; absent in the last page.
#pragma once

#include <partita/item_operations.h>
#include <partita/table_operations.h>

namespace partita {

// ---- exports

// The times and images of an incremental export.
struct IncrementalExportSpecification {
  std::optional<double> export_from_time = {};  // required, inclusive
  std::optional<double> export_to_time = {};    // exclusive; default: now. 15 minutes to 24 hours after the other
  OptionalEnum<ExportViewType> export_view_type = {};  // default: NEW_AND_OLD_IMAGES
};
// Which items are exported, and with which attributes. At least one expression is required.
struct FilterSpecification {
  OptionalString filter_expression = {};  // may name key attributes only without `key_condition_expression`
  OptionalString projection_expression = {};
  OptionalString key_condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
};
// An export. A member is absent if the request did not have it, and the counts and `export_manifest` while it goes on.
struct ExportDescription {
  OptionalString export_arn = {};  // <the table's ARN>/export/<time in milliseconds, 14 digits>-<8 digits of base 16>
  OptionalEnum<ExportStatus> export_status = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
  OptionalString export_manifest = {};  // the key of the object
  OptionalString table_arn = {};
  OptionalString table_id = {};
  std::optional<double> export_time = {};  // only of a full export
  OptionalString client_token = {};
  OptionalString s3_bucket = {};
  OptionalString s3_bucket_owner = {};
  OptionalString s3_prefix = {};
  OptionalEnum<S3SseAlgorithm> s3_sse_algorithm = {};
  OptionalString s3_sse_kms_key_id = {};
  OptionalString failure_code = {};  // such as S3NoSuchBucket, only if it failed
  OptionalString failure_message = {};
  OptionalEnum<ExportFormat> export_format = {};
  OptionalInteger billed_size_bytes = {};  // of the items
  OptionalInteger item_count = {};
  OptionalEnum<ExportType> export_type = {};  // only of an incremental export
  std::optional<IncrementalExportSpecification> incremental_export_specification = {};
  std::optional<FilterSpecification> filter_specification = {};
};
// The request of Database::export_table_to_point_in_time.
struct ExportTableToPointInTimeRequest {
  OptionalString table_arn = {};           // required
  std::optional<double> export_time = {};  // default: now
  OptionalString client_token = {};
  OptionalString s3_bucket = {};
  OptionalString s3_bucket_owner = {};
  OptionalString s3_prefix = {};
  OptionalEnum<S3SseAlgorithm> s3_sse_algorithm = {};  // default: AES256
  OptionalString s3_sse_kms_key_id = {};               // only with KMS
  OptionalEnum<ExportFormat> export_format = {};       // default: DYNAMODB_JSON
  OptionalEnum<ExportType> export_type = {};           // default: FULL_EXPORT
  std::optional<IncrementalExportSpecification> incremental_export_specification = {};
  std::optional<FilterSpecification> filter_specification = {};
};
// The response of Database::export_table_to_point_in_time.
struct ExportTableToPointInTimeResponse {
  std::optional<ExportDescription> export_description = {};
};
// The request of Database::describe_export.
struct DescribeExportRequest {
  OptionalString export_arn = {};  // required
};
// The response of Database::describe_export.
struct DescribeExportResponse {
  std::optional<ExportDescription> export_description = {};
};
// The request of Database::list_exports.
struct ListExportsRequest {
  OptionalString table_arn = {};     // absent: the exports of all tables, those that were deleted included
  OptionalInteger max_results = {};  // 1 to 25, default: 10
  OptionalString next_token = {};
};
// An export in a list.
struct ExportSummary {
  OptionalString export_arn = {};
  OptionalEnum<ExportStatus> export_status = {};
  OptionalEnum<ExportType> export_type = {};
};
// The response of Database::list_exports.
struct ListExportsResponse {
  std::vector<ExportSummary> export_summaries = {};  // the newest first
  OptionalString next_token = {};
};

// ---- imports

// The objects of an import: all whose keys begin with the prefix.
struct S3BucketSource {
  OptionalString s3_bucket_owner = {};
  OptionalString s3_bucket = {};
  OptionalString s3_key_prefix = {};
};
// The form of CSV files.
struct CsvOptions {
  OptionalString delimiter = {};               // one of , tab : ; | and space; default: ,
  OptionalList<std::string> header_list = {};  // the columns; then the first line of a file has values
};
struct InputFormatOptions {
  std::optional<CsvOptions> csv = {};  // only with CSV
};
// The new table, as in CreateTableRequest.
struct TableCreationParameters {
  OptionalString table_name = {};
  OptionalList<AttributeDefinition> attribute_definitions = {};
  OptionalList<KeySchemaElement> key_schema = {};
  OptionalEnum<BillingMode> billing_mode = {};
  std::optional<ProvisionedThroughput> provisioned_throughput = {};
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<SSESpecification> sse_specification = {};
  OptionalList<GlobalSecondaryIndex> global_secondary_indexes = {};
  OptionalList<VectorIndex> vector_indexes = {};
};
// An import.
struct ImportTableDescription {
  OptionalString import_arn = {};  // <the table's ARN>/import/<time in milliseconds, 14 digits>-<8 digits of base 16>
  OptionalEnum<ImportStatus> import_status = {};  // FAILED also if an item was left out
  OptionalString table_arn = {};
  OptionalString table_id = {};
  OptionalString client_token = {};
  std::optional<S3BucketSource> s3_bucket_source = {};
  OptionalInteger error_count = {};
  OptionalString cloud_watch_log_group_arn = {};  // absent in Partita, which logs the first faults
  OptionalEnum<InputFormat> input_format = {};
  std::optional<InputFormatOptions> input_format_options = {};
  OptionalEnum<InputCompressionType> input_compression_type = {};
  std::optional<TableCreationParameters> table_creation_parameters = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
  OptionalInteger processed_size_bytes = {};  // of the objects
  OptionalInteger processed_item_count = {};
  OptionalInteger imported_item_count = {};
  OptionalString failure_code = {};  // such as ItemValidationError or S3NoSuchBucket, only if it failed
  OptionalString failure_message = {};
};
// The request of Database::import_table.
struct ImportTableRequest {
  OptionalString client_token = {};
  std::optional<S3BucketSource> s3_bucket_source = {};  // required
  OptionalEnum<InputFormat> input_format = {};          // required
  std::optional<InputFormatOptions> input_format_options = {};
  OptionalEnum<InputCompressionType> input_compression_type = {};         // default: not compressed
  std::optional<TableCreationParameters> table_creation_parameters = {};  // required; the name of no table
};
// The response of Database::import_table.
struct ImportTableResponse {
  std::optional<ImportTableDescription> import_table_description = {};
};
// The request of Database::describe_import.
struct DescribeImportRequest {
  OptionalString import_arn = {};  // required
};
// The response of Database::describe_import.
struct DescribeImportResponse {
  std::optional<ImportTableDescription> import_table_description = {};
};
// The request of Database::list_imports.
struct ListImportsRequest {
  OptionalString table_arn = {};   // absent: the imports of all tables, those that were deleted included
  OptionalInteger page_size = {};  // 1 to 25, default: 10
  OptionalString next_token = {};
};
// An import in a list.
struct ImportSummary {
  OptionalString import_arn = {};
  OptionalEnum<ImportStatus> import_status = {};
  OptionalString table_arn = {};
  std::optional<S3BucketSource> s3_bucket_source = {};
  OptionalString cloud_watch_log_group_arn = {};
  OptionalEnum<InputFormat> input_format = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
};
// The response of Database::list_imports.
struct ListImportsResponse {
  std::vector<ImportSummary> import_summary_list = {};  // the newest first
  OptionalString next_token = {};
};

// ---- bulk writes

// The objects of a bulk write: all whose keys begin with the prefix.
struct InputS3Configuration {
  OptionalString s3_bucket_owner = {};
  OptionalString s3_bucket = {};
  OptionalString s3_key_prefix = {};
  OptionalEnum<BulkOperationInputFormat> input_format = {};        // required
  OptionalEnum<InputCompressionType> input_compression_type = {};  // default: not compressed
};
// The place to which a bulk write reports items that it did not put.
struct OutputS3Configuration {
  OptionalString s3_bucket_owner = {};
  OptionalString s3_bucket = {};  // default: the bucket of the input
  OptionalString s3_key_prefix = {};
  OptionalEnum<S3SseAlgorithm> s3_sse_algorithm = {};
  OptionalString s3_sse_kms_key_id = {};
  OptionalList<std::string> output_type = {};  // required: texts of OutputTypeEnum, one or both
};
// The bytes of the items that were put.
struct BulkOperationBytes {
  OptionalInteger bulk_put_bytes = {};
};
struct BulkOperationVectorBytes {
  OptionalInteger bulk_put_vector_bytes = {};
};
struct BulkOperationUsage {
  OptionalString table_name = {};
  OptionalInteger bulk_put_bytes = {};  // the sum
  std::optional<BulkOperationBytes> table = {};
  std::optional<std::map<std::string, BulkOperationBytes>> local_secondary_indexes = {};   // by name
  std::optional<std::map<std::string, BulkOperationBytes>> global_secondary_indexes = {};  // by name
  std::optional<std::map<std::string, BulkOperationVectorBytes>> vector_indexes = {};      // by name
};
struct BulkOperationTableDetail {
  OptionalString table_name = {};
  OptionalString table_id = {};
};
// A bulk write.
struct BulkOperationDescription {
  OptionalString bulk_operation_arn = {};
  OptionalEnum<BulkOperationStatus> bulk_operation_status = {};
  OptionalList<BulkOperationTableDetail> table_details = {};
  OptionalString client_token = {};
  std::optional<InputS3Configuration> input_s3_configuration = {};
  std::optional<OutputS3Configuration> output_s3_configuration = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
  OptionalInteger processed_item_count = {};  // with those that failed
  OptionalInteger processed_input_bytes = {};
  OptionalInteger total_input_bytes = {};  // absent until the objects are listed
  OptionalList<BulkOperationUsage> bulk_operation_usage = {};
  OptionalInteger failed_item_count = {};  // without those whose condition was false
  OptionalString failure_code = {};
  OptionalString failure_message = {};
  OptionalInteger max_write_request_units = {};
  OptionalEnum<BulkOperationPerformanceTier> performance_tier = {};
};
// The request of Database::start_bulk_put_items.
struct StartBulkPutItemsRequest {
  OptionalString client_token = {};
  std::optional<InputS3Configuration> input_s3_configuration = {};    // required
  std::optional<OutputS3Configuration> output_s3_configuration = {};  // required
  OptionalString table_name = {};                                     // required: a name or an ARN
  OptionalInteger max_write_request_units = {};                       // a second, at least 1024; default: no limit
  OptionalEnum<BulkOperationPerformanceTier> performance_tier = {};   // default: STANDARD; shown
};
// The response of Database::start_bulk_put_items.
struct StartBulkPutItemsResponse {
  std::optional<BulkOperationDescription> bulk_operation_description = {};
};
// The request of Database::describe_bulk_operation.
struct DescribeBulkOperationRequest {
  OptionalString bulk_operation_arn = {};  // required
};
// The response of Database::describe_bulk_operation.
struct DescribeBulkOperationResponse {
  std::optional<BulkOperationDescription> bulk_operation_description = {};
};
// The request of Database::list_bulk_operations.
struct ListBulkOperationsRequest {
  OptionalInteger max_results = {};  // 1 to 25, default: 10
  OptionalString next_token = {};
};
// A bulk write in a list.
struct BulkOperationSummary {
  OptionalString bulk_operation_arn = {};
  OptionalEnum<BulkOperationStatus> bulk_operation_status = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
};
// The response of Database::list_bulk_operations.
struct ListBulkOperationsResponse {
  std::vector<BulkOperationSummary> bulk_operations_summary_list = {};  // the newest first
  OptionalString next_token = {};
};
// The request of Database::cancel_bulk_operation.
struct CancelBulkOperationRequest {
  OptionalString bulk_operation_arn = {};  // required
};
// The response of Database::cancel_bulk_operation.
struct CancelBulkOperationResponse {
  OptionalString bulk_operation_arn = {};
  OptionalEnum<BulkOperationStatus> bulk_operation_status = {};  // CANCELLING
};

}  // namespace partita
