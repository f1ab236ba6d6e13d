// Texts of errors that the engine and the faults on purpose (client/faults) share.
#pragma once

#include <string_view>

namespace partita::engine {

inline constexpr std::string_view kProvisionedTableText =
    "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning "
    "level with the UpdateTable API.";
inline constexpr std::string_view kOnDemandTableText =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or "
    "index so please try again shortly. If exceptions persist, check if you have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
inline constexpr std::string_view kAccountText =
    "Throughput exceeds the current throughput quota for your account. Please contact AWS Support at "
    "https://aws.amazon.com/support to request a quota increase";
inline constexpr std::string_view kConflictText = "Transaction is ongoing for the item";

}  // namespace partita::engine
