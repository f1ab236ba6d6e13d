// Validators of bulk writes.
#include <partita/transfer_operations.h>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "ops/rules/transfer_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

void constrain_input(Constraints& constraints, const std::optional<InputS3Configuration>& input) {
  const RequestPlace place("inputS3Configuration");
  if (!constraints.not_null(input, place)) return;
  constrain_bucket_owner(constraints, input->s3_bucket_owner, RequestPlace(place, "s3BucketOwner"));
  constrain_bucket(constraints, input->s3_bucket, RequestPlace(place, "s3Bucket"));
  constrain_object_prefix(constraints, input->s3_key_prefix, RequestPlace(place, "s3KeyPrefix"));
  const RequestPlace format(place, "inputFormat");
  if (constraints.not_null(input->input_format, format)) constraints.one_of(input->input_format, format);
  constraints.one_of(input->input_compression_type, RequestPlace(place, "inputCompressionType"));
}

void constrain_output(Constraints& constraints, const std::optional<OutputS3Configuration>& output) {
  const RequestPlace place("outputS3Configuration");
  if (!constraints.not_null(output, place)) return;
  constrain_bucket_owner(constraints, output->s3_bucket_owner, RequestPlace(place, "s3BucketOwner"));
  constrain_bucket_name(constraints, output->s3_bucket, RequestPlace(place, "s3Bucket"));
  constrain_object_prefix(constraints, output->s3_key_prefix, RequestPlace(place, "s3KeyPrefix"));
  constraints.one_of(output->s3_sse_algorithm, RequestPlace(place, "s3SseAlgorithm"));
  constrain_kms_key(constraints, output->s3_sse_kms_key_id, RequestPlace(place, "s3SseKmsKeyId"));
  const RequestPlace types(place, "outputType");
  if (!constraints.not_null(output->output_type, types)) return;
  for (std::size_t i = 0; i < output->output_type->size(); ++i) {
    const RequestPlace element = RequestPlace::element(types, i);
    constraints.one_of(OptionalEnum<OutputTypeEnum>(OpenEnum<OutputTypeEnum>::from_text((*output->output_type)[i])),
                       element);
  }
}

}  // namespace

Result<void> validate(const StartBulkPutItemsRequest& request) {
  Constraints constraints;
  constrain_client_token(constraints, request.client_token);
  constrain_input(constraints, request.input_s3_configuration);
  constrain_output(constraints, request.output_s3_configuration);
  constrain_table_name(constraints, request.table_name);
  constraints.at_least(request.max_write_request_units, "maxWriteRequestUnits", limits::kLeastBulkWriteUnits);
  constraints.one_of(request.performance_tier, "performanceTier");
  PARTITA_TRY(constraints.finish());
  const OutputS3Configuration& output = *request.output_s3_configuration;
  const bool has_kms = output.s3_sse_algorithm && *output.s3_sse_algorithm == S3SseAlgorithm::Kms;
  if (output.s3_sse_kms_key_id && !has_kms)
    return invalid("Invalid Request: KMS Key Id is not supported for this encryption type");
  return {};
}

Result<void> validate(const DescribeBulkOperationRequest& request) {
  Constraints constraints;
  constrain_transfer_arn(constraints, request.bulk_operation_arn, "bulkOperationArn");
  return constraints.finish();
}

Result<void> validate(const CancelBulkOperationRequest& request) {
  Constraints constraints;
  constrain_transfer_arn(constraints, request.bulk_operation_arn, "bulkOperationArn");
  return constraints.finish();
}

Result<void> validate(const ListBulkOperationsRequest& request) {
  Constraints constraints;
  constrain_page(constraints, request.max_results, "maxResults");
  return constraints.finish();
}

}  // namespace partita::ops
