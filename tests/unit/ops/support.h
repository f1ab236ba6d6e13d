// Short words for the tests of ops.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ops/prepare.h"

namespace partita::ops {

// The text of the fault; empty on success.
template <class T>
std::string fault(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

template <class E>
OptionalEnum<E> unknown(std::string_view text) {
  return OpenEnum<E>::from_text(text);
}

// Returns the text of a member that breaks `rule`. `value` is the value as the text shows it, with its quotes.
inline std::string constraint(std::string_view value, std::string_view place, std::string_view rule) {
  return "Value " + std::string(value) + " at '" + std::string(place) +
         "' failed to satisfy constraint: " + std::string(rule);
}
inline std::string one_fault(std::string_view value, std::string_view place, std::string_view rule) {
  return "1 validation error detected: " + constraint(value, place, rule);
}
inline std::string parameter_fault(std::string_view what) {
  return "One or more parameter values were invalid: " + std::string(what);
}

// Puts the words of the enveloped layer before a fault.
inline std::string enveloped(std::string_view text) { return "1 validation error detected: " + std::string(text); }

constexpr std::string_view kNotNull = "Member must not be null";
constexpr std::string_view kPattern = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
constexpr std::string_view kReturnValues =
    "Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]";
constexpr std::string_view kNewReturnValues =
    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, "
    "NONE]";
constexpr std::string_view kNewConditionalOperator =
    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]";
constexpr std::string_view kCapacity = "Member must satisfy enum value set: [INDEXES, TOTAL, NONE]";
constexpr std::string_view kMetrics = "Member must satisfy enum value set: [SIZE, NONE]";

}  // namespace partita::ops
