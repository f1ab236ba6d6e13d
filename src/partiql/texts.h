// The texts of PartiQL's errors that occur at several places. All are the message of a ValidationException unless said
// otherwise. Source: the conformance suite, tests/tier3/error-messages/partiql*.
#pragma once

#include <string>
#include <string_view>

namespace partita::partiql {

// The detail of a syntax error follows these words, or nothing.
inline constexpr std::string_view kNotWellFormed = "Statement wasn't well formed, can't be processed: ";

inline constexpr std::string_view kUnexpectedTerm = "Unexpected term";
inline constexpr std::string_view kUnexpectedKeyword = "Unexpected keyword";
inline constexpr std::string_view kUnexpectedOperator = "Unexpected operator";
inline constexpr std::string_view kLeftOver = "Unexpected token after expression";
inline constexpr std::string_view kNoDataManipulation = "Expected data manipulation";

inline constexpr std::string_view kWrongNumberOfParameters =
    "Number of parameters in request and statement don't match.";
inline constexpr std::string_view kNoKeyEquality =
    "Where clause does not contain a mandatory equality on all key attributes";
inline constexpr std::string_view kOverlappingRanges =
    "Overlapping conditions with range keys are not supported in where clause";
inline constexpr std::string_view kMultiAttributeKey =
    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.";
inline constexpr std::string_view kNoSuchIndex = "The table does not have the specified index";
inline constexpr std::string_view kConsistentGlobalRead =
    "Strongly consistent read is not supported on Global Secondary Indexes";
// The message of a DuplicateItemException.
inline constexpr std::string_view kDuplicateItem = "Duplicate primary key exists in table";

inline std::string unsupported_operation(std::string_view operation) {
  return std::string("Unsupported operation: ").append(operation);
}

}  // namespace partita::partiql
