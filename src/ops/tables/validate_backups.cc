// Validators of the operations on backups and on point-in-time recovery.
#include <partita/backup_operations.h>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/backup_arn.h"
#include "ops/rules/names.h"
#include "value/limits.h"

namespace partita::ops {

Result<void> validate(const CreateBackupRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  if (constraints.not_null(request.backup_name, "backupName"))
    constrain_resource_name(constraints, *request.backup_name, "backupName");
  return constraints.finish();
}

Result<void> validate(const DescribeBackupRequest& request) {
  Constraints constraints;
  constrain_backup_arn(constraints, request.backup_arn);
  return constraints.finish();
}

Result<void> validate(const DeleteBackupRequest& request) {
  Constraints constraints;
  constrain_backup_arn(constraints, request.backup_arn);
  return constraints.finish();
}

Result<void> validate(const ListBackupsRequest& request) {
  Constraints constraints;
  if (request.table_name) constrain_table_name(constraints, request.table_name);
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_most(request.limit, "limit", limits::kListedBackups);
  if (request.exclusive_start_backup_arn)
    constrain_backup_arn(constraints, request.exclusive_start_backup_arn, "exclusiveStartBackupArn");
  constraints.one_of(request.backup_type, "backupType");
  PARTITA_TRY(constraints.finish());
  const auto &lower = request.time_range_lower_bound, &upper = request.time_range_upper_bound;
  if (lower && upper && *lower > *upper)
    return invalid(
        "One or more parameter values were invalid: Time range lower bound must be less than or equal to upper bound");
  return {};
}

Result<void> validate(const UpdateContinuousBackupsRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  const RequestPlace place("pointInTimeRecoverySpecification");
  if (constraints.not_null(request.point_in_time_recovery_specification, place)) {
    const PointInTimeRecoverySpecification& wanted = *request.point_in_time_recovery_specification;
    constraints.not_null(wanted.point_in_time_recovery_enabled, RequestPlace(place, "pointInTimeRecoveryEnabled"));
    const RequestPlace days(place, "recoveryPeriodInDays");
    constraints.at_least(wanted.recovery_period_in_days, days, 1);
    constraints.at_most(wanted.recovery_period_in_days, days, limits::kRecoveryDays);
  }
  PARTITA_TRY(constraints.finish());
  const PointInTimeRecoverySpecification& wanted = *request.point_in_time_recovery_specification;
  if (!*wanted.point_in_time_recovery_enabled && wanted.recovery_period_in_days)
    return invalid("Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
  return {};
}

Result<void> validate(const DescribeContinuousBackupsRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  return constraints.finish();
}

}  // namespace partita::ops
