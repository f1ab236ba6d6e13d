// Validators of exports.
#include <partita/transfer_operations.h>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/transfer_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

Result<void> check_constraints(const ExportTableToPointInTimeRequest& request) {
  Constraints constraints;
  if (constraints.not_null(request.table_arn, "tableArn"))
    constraints.length(*request.table_arn, "tableArn", 1, limits::kMostTableArnBytes);
  constrain_client_token(constraints, request.client_token);
  constrain_bucket(constraints, request.s3_bucket, "s3Bucket");
  constrain_bucket_owner(constraints, request.s3_bucket_owner, "s3BucketOwner");
  constrain_object_prefix(constraints, request.s3_prefix, "s3Prefix");
  constraints.one_of(request.s3_sse_algorithm, "s3SseAlgorithm");
  constrain_kms_key(constraints, request.s3_sse_kms_key_id, "s3SseKmsKeyId");
  constraints.one_of(request.export_format, "exportFormat");
  constraints.one_of(request.export_type, "exportType");
  const RequestPlace specification("incrementalExportSpecification");
  if (request.incremental_export_specification)
    constraints.one_of(request.incremental_export_specification->export_view_type,
                       RequestPlace(specification, "exportViewType"));
  return constraints.finish();
}

Result<void> check_type(const ExportTableToPointInTimeRequest& request) {
  const auto& incremental = request.incremental_export_specification;
  const bool is_incremental = request.export_type && *request.export_type == ExportType::IncrementalExport;
  if (!request.export_type && incremental)
    return invalid(
        "Invalid Request: Export Type expected to be Incremental Export when incremental export specification is "
        "provided");
  if (!is_incremental && incremental)
    return invalid(
        "Invalid Request: When Export Type is Full Export , Incremental Export Specification should not be provided");
  if (!is_incremental) return {};
  if (!incremental)
    return invalid(
        "Invalid Request: Incremental Export Specification expected when export type is set as Incremental Export");
  if (!incremental->export_from_time)
    return invalid("Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification");
  if (request.export_time)
    return invalid("Invalid Request: ExportTime must not be provided when export type is set as Incremental Export");
  return {};
}

Result<void> check_filter(const std::optional<FilterSpecification>& filter) {
  if (!filter) return {};
  if (!filter->filter_expression && !filter->projection_expression && !filter->key_condition_expression)
    return invalid("Invalid Request: Invalid FilterSpecification: The specification can not be empty");
  PARTITA_TRY(parse_filter(*filter));
  return {};
}

}  // namespace

Result<void> validate(const ExportTableToPointInTimeRequest& request) {
  PARTITA_TRY(check_constraints(request));
  const bool has_kms = request.s3_sse_algorithm && *request.s3_sse_algorithm == S3SseAlgorithm::Kms;
  if (request.s3_sse_kms_key_id && !has_kms)
    return invalid("Invalid Request: KMS Key Id is not supported for this encryption type");
  PARTITA_TRY(check_type(request));
  return check_filter(request.filter_specification);
}

Result<void> validate(const DescribeExportRequest& request) {
  Constraints constraints;
  constrain_transfer_arn(constraints, request.export_arn, "exportArn");
  return constraints.finish();
}

Result<void> validate(const ListExportsRequest& request) {
  Constraints constraints;
  if (request.table_arn) constraints.length(*request.table_arn, "tableArn", 1, limits::kMostTableArnBytes);
  constrain_page(constraints, request.max_results, "maxResults");
  return constraints.finish();
}

}  // namespace partita::ops
