// Validators of the table operations that take little more than a name.
#include <partita/setting_operations.h>

#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "value/limits.h"

namespace partita::ops {

Result<void> validate(const DescribeTableRequest& request) { return check_table_name(request.table_name); }

Result<void> validate(const DeleteTableRequest& request) { return check_table_name(request.table_name); }

Result<void> validate(const DescribeTimeToLiveRequest& request) { return check_table_name(request.table_name); }

Result<void> validate(const RollStreamRequest& request) { return check_table_name(request.table_name); }

Result<void> validate(const ListTablesRequest& request) {
  Constraints constraints;
  if (request.exclusive_start_table_name)
    constrain_resource_name(constraints, *request.exclusive_start_table_name, "exclusiveStartTableName");
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_most(request.limit, "limit", limits::kListedTables);
  return constraints.finish();
}

Result<void> validate(const UpdateTimeToLiveRequest& request) {
  Constraints constraints;
  constrain_table_name(constraints, request.table_name);
  const RequestPlace place("timeToLiveSpecification");
  if (constraints.not_null(request.time_to_live_specification, place)) {
    const TimeToLiveSpecification& specification = *request.time_to_live_specification;
    const RequestPlace name(place, "attributeName");
    if (constraints.not_null(specification.attribute_name, name))
      constraints.length(*specification.attribute_name, name, 1, limits::kKeyAttributeNameBytes);
    constraints.not_null(specification.enabled, RequestPlace(place, "enabled"));
  }
  return constraints.finish();
}

}  // namespace partita::ops
