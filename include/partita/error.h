// Error and Result: every operation returns its answer or an Error; nothing throws for bad input or bad luck.
#pragma once

#include <partita/expected.h>
#include <partita/export.h>
#include <partita/item.h>


#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

enum class ErrorCode : std::uint8_t {
#define PARTITA_ERROR(name, wire_type, http_status, retryable, meaning) name,
#include <partita/error_codes.def>
#undef PARTITA_ERROR
};

struct ErrorCodeInfo {
  std::string_view name;       // "ValidationException"
  std::string_view wire_type;  // what "__type" carries
  int http_status;
  bool retryable;
  std::string_view meaning;
};
PARTITA_API const ErrorCodeInfo& describe(ErrorCode code);

// Why one member of a transaction stopped it; "None" for the members that did not.
struct CancellationReason {
  std::string code = "None";  // "None", "ConditionalCheckFailed", "TransactionConflict", "ValidationError", ...
  std::optional<std::string> message;
  std::optional<Item> item;  // with ReturnValuesOnConditionCheckFailure ALL_OLD
};

// Why a write of the model layer was refused: with ConditionalCheckFailedException, which the database gives for all of
// these alike.
enum class Refusal : std::uint8_t {
  None,              // the error is another one, or not of the model layer
  ItemExists,        // create; a move to a key that is in use
  ItemMissing,       // update, check, move, remove with a condition
  UniqueValueTaken,  // another item has the value of a unique field
  NotAsGiven,        // a field does not hold what .given() said
  ConditionFalse,    // .when()
  OutOfRange,        // an increment beyond what the member's type holds
};

struct PARTITA_API Error {
  ErrorCode code = ErrorCode::InternalServerError;
  std::string message;                                   // the service's text
  std::optional<Item> item;                              // ConditionalCheckFailedException with ALL_OLD
  std::vector<CancellationReason> cancellation_reasons;  // TransactionCanceledException, one a member
  Refusal refusal = Refusal::None;

  Error();
  Error(ErrorCode code, std::string message, std::optional<Item> item = {},
        std::vector<CancellationReason> cancellation_reasons = {}, Refusal refusal = Refusal::None);
  Error(const Error&);
  Error(Error&&) noexcept;
  Error& operator=(const Error&);
  Error& operator=(Error&&) noexcept;
  ~Error();
};

template <class T>
using Result = expected<T, Error>;

PARTITA_API unexpected<Error> fail(ErrorCode code, std::string message);
PARTITA_API unexpected<Error> invalid(std::string message);  // fail() with ValidationException

}  // namespace partita
