// Validators of the restores. engine/backups/restored_table.h compares the overrides with the source.
#include <partita/recovery_operations.h>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/backup_arn.h"
#include "ops/rules/names.h"
#include "ops/rules/table_constraints.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

template <class Request>
void constrain_restore(Constraints& constraints, const Request& request) {
  if (constraints.not_null(request.target_table_name, "targetTableName"))
    constrain_resource_name(constraints, *request.target_table_name, "targetTableName");
  constraints.one_of(request.billing_mode_override, "billingModeOverride");
  constrain_indexes(constraints, request.global_secondary_index_override, "globalSecondaryIndexOverride");
  constrain_indexes(constraints, request.local_secondary_index_override, "localSecondaryIndexOverride");
  constrain_throughput(constraints, request.provisioned_throughput_override, "provisionedThroughputOverride");
  constrain_encryption(constraints, request.sse_specification_override, "sSESpecificationOverride");
  constrain_indexes(constraints, request.vector_index_override, "vectorIndexOverride");
}

// The members that name the source of a restore from its history.
template <class Request>
void constrain_restored_source(Constraints& constraints, const Request& request) {
  if (request.source_table_name) constrain_resource_name(constraints, *request.source_table_name, "sourceTableName");
  if (request.source_table_arn)
    constraints.length(*request.source_table_arn, "sourceTableArn", 1, limits::kMostTableArnBytes);
}

void constrain_version_number(Constraints& constraints, const OptionalString& number, const RequestPlace& place) {
  if (number) constraints.length(*number, place, limits::kLeastSequenceNumberBytes, limits::kMostSequenceNumberBytes);
}

template <class Request>
Result<void> check_one_source(const Request& request) {
  if (request.source_table_name && request.source_table_arn)
    return invalid("Invalid Request: Must provide exactly one of: sourceTableArn, sourceTableName");
  if (!request.source_table_name && !request.source_table_arn)
    return invalid("The parameter 'TableName' is required but was not present in the request");
  return {};
}

}  // namespace

Result<void> validate(const RestoreTableFromBackupRequest& request) {
  Constraints constraints;
  constrain_restore(constraints, request);
  constrain_backup_arn(constraints, request.backup_arn);
  return constraints.finish();
}

Result<void> validate(const RestoreTableToPointInTimeRequest& request) {
  Constraints constraints;
  constrain_restore(constraints, request);
  constrain_restored_source(constraints, request);
  PARTITA_TRY(constraints.finish());
  const bool latest = request.use_latest_restorable_time.value_or(false);
  if (latest && request.restore_date_time)
    return invalid(
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore "
        "request. Please specify only one of them");
  if (!latest && !request.restore_date_time)
    return invalid(
        "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both");
  return check_one_source(request);
}

Result<void> validate(const RestoreTableToVersionRequest& request) {
  Constraints constraints;
  constrain_restore(constraints, request);
  constrain_restored_source(constraints, request);
  constrain_version_number(constraints, request.before_sequence_number, "beforeSequenceNumber");
  constrain_version_number(constraints, request.after_sequence_number, "afterSequenceNumber");
  if (request.before_item) {
    const RequestPlace place("beforeItem");
    constraints.not_null(request.before_item->key, RequestPlace(place, "key"));
    constraints.not_null(request.before_item->condition_expression, RequestPlace(place, "conditionExpression"));
  }
  PARTITA_TRY(constraints.finish());
  const int moments = int{request.before_sequence_number.has_value()} + int{request.after_sequence_number.has_value()} +
                      int{request.before_item.has_value()};
  if (moments != 1)
    return invalid(
        "Invalid Request: Must provide exactly one of: beforeSequenceNumber, afterSequenceNumber, beforeItem");
  return check_one_source(request);
}

}  // namespace partita::ops
