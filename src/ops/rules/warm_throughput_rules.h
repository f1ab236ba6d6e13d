// Rules of WarmThroughput. Source: measurements on the service, October 2026, in the documents api-quirks of
// github.com/aws-controllers-k8s/dynamodb-controller.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <optional>
#include <string_view>

namespace partita::ops {

// Whether any units are given. The service takes a structure without members for an absent one.
bool has_units(const std::optional<WarmThroughput>& warm);

// Checks that the units of a new table or index are not lower than what it can serve without them. `of` is "table" or
// "index NAME". `provisioned` is empty if the table is billed by request.
Result<void> check_new_warm_throughput(const std::optional<WarmThroughput>& warm, std::string_view of,
                                       const std::optional<ProvisionedThroughput>& provisioned);
// Checks that the units are not lower than those of `current`.
Result<void> check_more_warm_throughput(const std::optional<WarmThroughput>& warm, std::string_view of,
                                        const WarmThroughput& current);

}  // namespace partita::ops
