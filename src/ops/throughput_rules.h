// Throughput, on-demand ceilings, table class and encryption: what CreateTable and UpdateTable say of them alike.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <optional>
#include <string_view>

namespace partita::ops {

// Units within the service's bounds.
Result<void> check_throughput_bounds(const std::optional<ProvisionedThroughput>& throughput);
// There is none, as beside PAY_PER_REQUEST.
Result<void> check_no_throughput(const std::optional<ProvisionedThroughput>& throughput);

// What an index answers whose table is billed by request.
unexpected<Error> throughput_of_index_on_demand(std::string_view index_name);

// Whether a ceiling of -1, which takes the ceiling away, is accepted.
enum class MayRemove : bool { No, Yes };
// Ceilings are at least 1. `of` is "table" or "index : NAME".
Result<void> check_on_demand_throughput(const std::optional<OnDemandThroughput>& throughput, std::string_view of,
                                        MayRemove may_remove);
// The name of the first ceiling that `throughput` sets; empty where it sets none.
std::string_view first_ceiling(const std::optional<OnDemandThroughput>& throughput);
Result<void> check_table_class(const OptionalEnum<TableClass>& table_class);
Result<void> check_encryption(const std::optional<SSESpecification>& encryption);

}  // namespace partita::ops
