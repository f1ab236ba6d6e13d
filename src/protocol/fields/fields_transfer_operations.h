// The wire names of exports, imports and bulk writes.
#pragma once

#include <partita/transfer_operations.h>

#include "protocol/fields/fields_table_operations.h"

namespace partita::protocol {

template <>
inline constexpr std::string_view kClassName<IncrementalExportSpecification> = "IncrementalExportSpecification";
template <class V, Is<IncrementalExportSpecification> T>
void fields(V& v, T& of) {
  v("ExportFromTime", of.export_from_time);
  v("ExportToTime", of.export_to_time);
  v("ExportViewType", of.export_view_type);
}

template <>
inline constexpr std::string_view kClassName<FilterSpecification> = "FilterSpecification";
template <class V, Is<FilterSpecification> T>
void fields(V& v, T& of) {
  v("FilterExpression", of.filter_expression);
  v("ProjectionExpression", of.projection_expression);
  v("KeyConditionExpression", of.key_condition_expression);
  v("ExpressionAttributeNames", of.expression_attribute_names);
  v("ExpressionAttributeValues", of.expression_attribute_values);
}

template <>
inline constexpr std::string_view kClassName<ExportDescription> = "ExportDescription";
template <class V, Is<ExportDescription> T>
void fields(V& v, T& of) {
  v("ExportArn", of.export_arn);
  v("ExportStatus", of.export_status);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
  v("ExportManifest", of.export_manifest);
  v("TableArn", of.table_arn);
  v("TableId", of.table_id);
  v("ExportTime", of.export_time);
  v("ClientToken", of.client_token);
  v("S3Bucket", of.s3_bucket);
  v("S3BucketOwner", of.s3_bucket_owner);
  v("S3Prefix", of.s3_prefix);
  v("S3SseAlgorithm", of.s3_sse_algorithm);
  v("S3SseKmsKeyId", of.s3_sse_kms_key_id);
  v("FailureCode", of.failure_code);
  v("FailureMessage", of.failure_message);
  v("ExportFormat", of.export_format);
  v("BilledSizeBytes", of.billed_size_bytes);
  v("ItemCount", of.item_count);
  v("ExportType", of.export_type);
  v("IncrementalExportSpecification", of.incremental_export_specification);
  v("FilterSpecification", of.filter_specification);
}

template <class V, Is<ExportTableToPointInTimeRequest> T>
void fields(V& v, T& of) {
  v("TableArn", of.table_arn);
  v("ExportTime", of.export_time);
  v("ClientToken", of.client_token);
  v("S3Bucket", of.s3_bucket);
  v("S3BucketOwner", of.s3_bucket_owner);
  v("S3Prefix", of.s3_prefix);
  v("S3SseAlgorithm", of.s3_sse_algorithm);
  v("S3SseKmsKeyId", of.s3_sse_kms_key_id);
  v("ExportFormat", of.export_format);
  v("ExportType", of.export_type);
  v("IncrementalExportSpecification", of.incremental_export_specification);
  v("FilterSpecification", of.filter_specification);
}

template <class V, Is<ExportTableToPointInTimeResponse> T>
void fields(V& v, T& of) {
  v("ExportDescription", of.export_description);
}

template <class V, Is<DescribeExportRequest> T>
void fields(V& v, T& of) {
  v("ExportArn", of.export_arn);
}

template <class V, Is<DescribeExportResponse> T>
void fields(V& v, T& of) {
  v("ExportDescription", of.export_description);
}

template <class V, Is<ListExportsRequest> T>
void fields(V& v, T& of) {
  v("TableArn", of.table_arn);
  v("MaxResults", of.max_results);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<ExportSummary> = "ExportSummary";
template <class V, Is<ExportSummary> T>
void fields(V& v, T& of) {
  v("ExportArn", of.export_arn);
  v("ExportStatus", of.export_status);
  v("ExportType", of.export_type);
}

template <class V, Is<ListExportsResponse> T>
void fields(V& v, T& of) {
  v("ExportSummaries", of.export_summaries);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<S3BucketSource> = "S3BucketSource";
template <class V, Is<S3BucketSource> T>
void fields(V& v, T& of) {
  v("S3BucketOwner", of.s3_bucket_owner);
  v("S3Bucket", of.s3_bucket);
  v("S3KeyPrefix", of.s3_key_prefix);
}

template <>
inline constexpr std::string_view kClassName<CsvOptions> = "CsvOptions";
template <class V, Is<CsvOptions> T>
void fields(V& v, T& of) {
  v("Delimiter", of.delimiter);
  v("HeaderList", of.header_list, AtMost{limits::kCsvHeaders});
}

template <>
inline constexpr std::string_view kClassName<InputFormatOptions> = "InputFormatOptions";
template <class V, Is<InputFormatOptions> T>
void fields(V& v, T& of) {
  v("Csv", of.csv);
}

template <>
inline constexpr std::string_view kClassName<TableCreationParameters> = "TableCreationParameters";
template <class V, Is<TableCreationParameters> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("AttributeDefinitions", of.attribute_definitions);
  v("KeySchema", of.key_schema);
  v("BillingMode", of.billing_mode);
  v("ProvisionedThroughput", of.provisioned_throughput);
  v("OnDemandThroughput", of.on_demand_throughput);
  v("SSESpecification", of.sse_specification);
  v("GlobalSecondaryIndexes", of.global_secondary_indexes, AtMost{limits::kGlobalIndexes});
  v("VectorIndexes", of.vector_indexes, AtMost{limits::kVectorIndexes});
}

template <>
inline constexpr std::string_view kClassName<ImportTableDescription> = "ImportTableDescription";
template <class V, Is<ImportTableDescription> T>
void fields(V& v, T& of) {
  v("ImportArn", of.import_arn);
  v("ImportStatus", of.import_status);
  v("TableArn", of.table_arn);
  v("TableId", of.table_id);
  v("ClientToken", of.client_token);
  v("S3BucketSource", of.s3_bucket_source);
  v("ErrorCount", of.error_count);
  v("CloudWatchLogGroupArn", of.cloud_watch_log_group_arn);
  v("InputFormat", of.input_format);
  v("InputFormatOptions", of.input_format_options);
  v("InputCompressionType", of.input_compression_type);
  v("TableCreationParameters", of.table_creation_parameters);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
  v("ProcessedSizeBytes", of.processed_size_bytes);
  v("ProcessedItemCount", of.processed_item_count);
  v("ImportedItemCount", of.imported_item_count);
  v("FailureCode", of.failure_code);
  v("FailureMessage", of.failure_message);
}

template <class V, Is<ImportTableRequest> T>
void fields(V& v, T& of) {
  v("ClientToken", of.client_token);
  v("S3BucketSource", of.s3_bucket_source);
  v("InputFormat", of.input_format);
  v("InputFormatOptions", of.input_format_options);
  v("InputCompressionType", of.input_compression_type);
  v("TableCreationParameters", of.table_creation_parameters);
}

template <class V, Is<ImportTableResponse> T>
void fields(V& v, T& of) {
  v("ImportTableDescription", of.import_table_description);
}

template <class V, Is<DescribeImportRequest> T>
void fields(V& v, T& of) {
  v("ImportArn", of.import_arn);
}

template <class V, Is<DescribeImportResponse> T>
void fields(V& v, T& of) {
  v("ImportTableDescription", of.import_table_description);
}

template <class V, Is<ListImportsRequest> T>
void fields(V& v, T& of) {
  v("TableArn", of.table_arn);
  v("PageSize", of.page_size);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<ImportSummary> = "ImportSummary";
template <class V, Is<ImportSummary> T>
void fields(V& v, T& of) {
  v("ImportArn", of.import_arn);
  v("ImportStatus", of.import_status);
  v("TableArn", of.table_arn);
  v("S3BucketSource", of.s3_bucket_source);
  v("CloudWatchLogGroupArn", of.cloud_watch_log_group_arn);
  v("InputFormat", of.input_format);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
}

template <class V, Is<ListImportsResponse> T>
void fields(V& v, T& of) {
  v("ImportSummaryList", of.import_summary_list);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<InputS3Configuration> = "InputS3Configuration";
template <class V, Is<InputS3Configuration> T>
void fields(V& v, T& of) {
  v("S3BucketOwner", of.s3_bucket_owner);
  v("S3Bucket", of.s3_bucket);
  v("S3KeyPrefix", of.s3_key_prefix);
  v("InputFormat", of.input_format);
  v("InputCompressionType", of.input_compression_type);
}

template <>
inline constexpr std::string_view kClassName<OutputS3Configuration> = "OutputS3Configuration";
template <class V, Is<OutputS3Configuration> T>
void fields(V& v, T& of) {
  v("S3BucketOwner", of.s3_bucket_owner);
  v("S3Bucket", of.s3_bucket);
  v("S3KeyPrefix", of.s3_key_prefix);
  v("S3SseAlgorithm", of.s3_sse_algorithm);
  v("S3SseKmsKeyId", of.s3_sse_kms_key_id);
  v("OutputType", of.output_type);
}

template <>
inline constexpr std::string_view kClassName<BulkOperationBytes> = "BulkOperationBytes";
template <class V, Is<BulkOperationBytes> T>
void fields(V& v, T& of) {
  v("BulkPutBytes", of.bulk_put_bytes);
}

template <>
inline constexpr std::string_view kClassName<BulkOperationVectorBytes> = "BulkOperationVectorBytes";
template <class V, Is<BulkOperationVectorBytes> T>
void fields(V& v, T& of) {
  v("BulkPutVectorBytes", of.bulk_put_vector_bytes);
}

template <>
inline constexpr std::string_view kClassName<BulkOperationUsage> = "BulkOperationUsage";
template <class V, Is<BulkOperationUsage> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("BulkPutBytes", of.bulk_put_bytes);
  v("Table", of.table);
  v("LocalSecondaryIndexes", of.local_secondary_indexes);
  v("GlobalSecondaryIndexes", of.global_secondary_indexes);
  v("VectorIndexes", of.vector_indexes);
}

template <>
inline constexpr std::string_view kClassName<BulkOperationTableDetail> = "BulkOperationTableDetail";
template <class V, Is<BulkOperationTableDetail> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("TableId", of.table_id);
}

template <>
inline constexpr std::string_view kClassName<BulkOperationDescription> = "BulkOperationDescription";
template <class V, Is<BulkOperationDescription> T>
void fields(V& v, T& of) {
  v("BulkOperationArn", of.bulk_operation_arn);
  v("BulkOperationStatus", of.bulk_operation_status);
  v("TableDetails", of.table_details);
  v("ClientToken", of.client_token);
  v("InputS3Configuration", of.input_s3_configuration);
  v("OutputS3Configuration", of.output_s3_configuration);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
  v("ProcessedItemCount", of.processed_item_count);
  v("ProcessedInputBytes", of.processed_input_bytes);
  v("TotalInputBytes", of.total_input_bytes);
  v("BulkOperationUsage", of.bulk_operation_usage);
  v("FailedItemCount", of.failed_item_count);
  v("FailureCode", of.failure_code);
  v("FailureMessage", of.failure_message);
  v("MaxWriteRequestUnits", of.max_write_request_units);
  v("PerformanceTier", of.performance_tier);
}

template <class V, Is<StartBulkPutItemsRequest> T>
void fields(V& v, T& of) {
  v("ClientToken", of.client_token);
  v("InputS3Configuration", of.input_s3_configuration);
  v("OutputS3Configuration", of.output_s3_configuration);
  v("TableName", of.table_name);
  v("MaxWriteRequestUnits", of.max_write_request_units);
  v("PerformanceTier", of.performance_tier);
}

template <class V, Is<StartBulkPutItemsResponse> T>
void fields(V& v, T& of) {
  v("BulkOperationDescription", of.bulk_operation_description);
}

template <class V, Is<DescribeBulkOperationRequest> T>
void fields(V& v, T& of) {
  v("BulkOperationArn", of.bulk_operation_arn);
}

template <class V, Is<DescribeBulkOperationResponse> T>
void fields(V& v, T& of) {
  v("BulkOperationDescription", of.bulk_operation_description);
}

template <class V, Is<ListBulkOperationsRequest> T>
void fields(V& v, T& of) {
  v("MaxResults", of.max_results);
  v("NextToken", of.next_token);
}

template <>
inline constexpr std::string_view kClassName<BulkOperationSummary> = "BulkOperationSummary";
template <class V, Is<BulkOperationSummary> T>
void fields(V& v, T& of) {
  v("BulkOperationArn", of.bulk_operation_arn);
  v("BulkOperationStatus", of.bulk_operation_status);
  v("StartTime", of.start_time);
  v("EndTime", of.end_time);
}

template <class V, Is<ListBulkOperationsResponse> T>
void fields(V& v, T& of) {
  v("BulkOperationsSummaryList", of.bulk_operations_summary_list);
  v("NextToken", of.next_token);
}

template <class V, Is<CancelBulkOperationRequest> T>
void fields(V& v, T& of) {
  v("BulkOperationArn", of.bulk_operation_arn);
}

template <class V, Is<CancelBulkOperationResponse> T>
void fields(V& v, T& of) {
  v("BulkOperationArn", of.bulk_operation_arn);
  v("BulkOperationStatus", of.bulk_operation_status);
}

}  // namespace partita::protocol
