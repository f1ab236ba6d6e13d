// The errors that a rule can ask for, with the service's texts.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

#include "protocol/target.h"

namespace partita::client {

// The operations for which the service has an error.
enum class FaultScope : std::uint8_t {
  All,
  Items,         // operations on items
  Writes,        // those of them that can write
  Conflicts,     // those that meet the locks of transactions
  Transactions,  // transactions that can write
};
// Whether a call of the operation can have it at all.
bool is_in_scope(FaultScope scope, protocol::Operation operation);
// Whether a call that only reads can have it. Requires: the operation is in the scope.
bool can_meet_reads(FaultScope scope, protocol::Operation operation);

struct FaultError {
  ErrorCode code;
  FaultScope scope;
  std::string_view message;
  std::string_view reason;          // its code in a TransactionCanceledException; empty if it cancels no transaction
  std::string_view statement_code;  // its code in an answer of BatchExecuteStatement
};
// Returns nullptr if a rule cannot ask for `code`. The result is valid as long as the program.
const FaultError* find_fault_error(ErrorCode code);
// The codes, as an error of a rule lists them.
std::string fault_error_names();

// The text of ThrottlingException for an operation on tables or streams, which has another text for items.
inline constexpr std::string_view kRateExceeded = "Rate of requests exceeds the allowed throughput.";

// Returns nullopt if `name` is not the name of an operation.
std::optional<protocol::Operation> operation_named(std::string_view name);
// Operations on items, in which statements are counted too.
bool is_on_items(protocol::Operation operation);
bool is_transaction(protocol::Operation operation);
// Whether a call can be answered for only some of its members.
bool has_partial_answers(protocol::Operation operation);
// Whether a request of the operation names a table, and attributes of a key.
bool names_table(protocol::Operation operation);
bool names_keys(protocol::Operation operation);

}  // namespace partita::client
