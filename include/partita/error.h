// Error and Result. Every operation returns its answer or an Error. Invalid input and failures of the system throw no
// exceptions.
#pragma once

#include <partita/expected.h>
#include <partita/export.h>
#include <partita/item.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita {

// The codes of error_codes.def, which explains each of them.
enum class ErrorCode : std::uint8_t {
#define PARTITA_ERROR(name, wire_type, http_status, retryable, meaning) name,
#include <partita/error_codes.def>
#undef PARTITA_ERROR
};

// Facts about an error code.
struct ErrorCodeInfo {
  std::string_view name;       // for example "ValidationException"
  std::string_view wire_type;  // the text that "__type" carries on the wire
  int http_status;             // the status of the HTTP answer
  bool retryable;              // whether the same request may succeed if it is sent again unchanged
  std::string_view meaning;    // one line for people
};
// The views in the result are valid as long as the program.
PARTITA_API const ErrorCodeInfo& describe(ErrorCode code);

// The reason for which one member stopped a transaction. The code is "None" for members that did not stop it. Source:
// the API reference, "TransactWriteItems", "Errors".
struct CancellationReason {
  std::string code = "None";  // "None", "ConditionalCheckFailed", "TransactionConflict", "ValidationError", ...
  std::optional<std::string> message;
  std::optional<Item> item;  // set with ReturnValuesOnConditionCheckFailure ALL_OLD
};

// What a throttled request met. Source: the API reference, "ThrottlingReason".
struct ThrottlingReason {
  // "TableReadProvisionedThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded", ...: the kind of the resource,
  // the side, and the limit.
  std::optional<std::string> reason;
  std::optional<std::string> resource;  // the ARN of the table or the index
};

// The reason for which a write of the model layer was refused. The database gives ConditionalCheckFailedException for
// all of these alike.
enum class Refusal : std::uint8_t {
  None,              // the error has another cause or does not come from the model layer
  ItemExists,        // a create, or a move to a key that is in use
  ItemMissing,       // an update, check, move, or a remove with a condition
  UniqueValueTaken,  // another item has the value of a unique field
  NotAsGiven,        // a field does not hold the value in .given()
  ConditionFalse,    // the condition in .when() was false
  OutOfRange,        // an increment would leave the range of the member's type
};

// The error that an operation returns.
struct PARTITA_API Error {
  ErrorCode code = ErrorCode::InternalServerError;
  std::string message;                                   // the service's text
  std::optional<Item> item;                              // set for ConditionalCheckFailedException with ALL_OLD
  std::vector<CancellationReason> cancellation_reasons;  // for TransactionCanceledException, one for each member
  Refusal refusal = Refusal::None;
  // For ProvisionedThroughputExceededException, ThrottlingException and RequestLimitExceeded. Empty if the database
  // named none.
  std::vector<ThrottlingReason> throttling_reasons;
  // For a batch of the model layer that was not carried out whole: the positions of the writes that are not written,
  // or whose outcome is unknown, or of the keys that were not read. They are in ascending order.
  std::vector<std::size_t> unfinished;

  Error();
  Error(ErrorCode code, std::string message, std::optional<Item> item = {},
        std::vector<CancellationReason> cancellation_reasons = {}, Refusal refusal = Refusal::None);
  Error(const Error&);
  Error(Error&&) noexcept;
  Error& operator=(const Error&);
  Error& operator=(Error&&) noexcept;
  ~Error();
};

// The exception of Result::value(). Its text has the error's code and message.
template <>
class PARTITA_API bad_expected_access<Error> : public std::exception {
 public:
  explicit bad_expected_access(Error error);
  ~bad_expected_access() override;

  const char* what() const noexcept override { return text_.c_str(); }
  const Error& error() const& noexcept { return error_; }
  Error& error() & noexcept { return error_; }
  Error&& error() && noexcept { return std::move(error_); }

 private:
  Error error_;
  std::string text_;
};

// The answer of an operation or its error.
template <class T>
using Result = expected<T, Error>;

// Makes the error that a function with a Result returns.
PARTITA_API unexpected<Error> fail(ErrorCode code, std::string message);
PARTITA_API unexpected<Error> invalid(std::string message);  // the same with ValidationException

}  // namespace partita
