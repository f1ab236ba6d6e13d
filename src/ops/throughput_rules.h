// The rules that CreateTable and UpdateTable share on throughput, on-demand ceilings, table class and encryption.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <optional>
#include <string_view>

namespace partita::ops {

// Checks that the units do not exceed the service's upper bound.
Result<void> check_throughput_bounds(const std::optional<ProvisionedThroughput>& throughput);
// Checks that there is no throughput, because PAY_PER_REQUEST does not allow any.
Result<void> check_no_throughput(const std::optional<ProvisionedThroughput>& throughput);

// The error for an index with provisioned throughput on a table that is billed by request.
unexpected<Error> throughput_of_index_on_demand(std::string_view index_name);

// Whether -1 is accepted. It removes a ceiling.
enum class MayRemove : bool { No, Yes };
// Checks that ceilings are at least 1. `of` is "table" or "index : NAME".
Result<void> check_on_demand_throughput(const std::optional<OnDemandThroughput>& throughput, std::string_view of,
                                        MayRemove may_remove);
// The name of the first ceiling that `throughput` sets, or an empty string.
std::string_view first_ceiling(const std::optional<OnDemandThroughput>& throughput);
// Checks that the class is known. An absent class passes.
Result<void> check_table_class(const OptionalEnum<TableClass>& table_class);
// Checks that the members go together. An absent specification passes.
Result<void> check_encryption(const std::optional<SSESpecification>& encryption);

}  // namespace partita::ops
