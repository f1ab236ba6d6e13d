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

// Checks that there are no ceilings, because PROVISIONED does not allow any. `of_index` is empty or " for index :
// NAME".
Result<void> check_no_ceilings(const std::optional<OnDemandThroughput>& throughput, std::string_view of_index = {});

// The error for a new table's index with provisioned throughput if the table is billed by request.
unexpected<Error> throughput_of_index_on_demand(std::string_view index_name);

// Whether -1 is accepted. It removes a ceiling.
enum class MayRemove : bool { No, Yes };
// Checks that ceilings are at least 1. `of` is "table" or "index : NAME".
Result<void> check_on_demand_throughput(const std::optional<OnDemandThroughput>& throughput, std::string_view of,
                                        MayRemove may_remove);
// The name of the first ceiling that `throughput` sets, or an empty string.
std::string_view first_ceiling(const std::optional<OnDemandThroughput>& throughput);
// The billing mode that a request asks for. Its two names mean the same, and BillingMode is preferred.
template <class Request>
const OptionalEnum<BillingMode>& billing_mode_of(const Request& request) {
  return request.billing_mode ? request.billing_mode : request.table_throughput_mode;
}
// Checks that the class is known. An absent class passes.
Result<void> check_table_class(const OptionalEnum<TableClass>& table_class);
// Checks that the members go together. An absent specification passes.
Result<void> check_encryption(const std::optional<SSESpecification>& encryption);

}  // namespace partita::ops
