// Building blocks of the checks of access patterns. Each returns the fault, or nullopt if the answer is right.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "shared/system.h"

namespace systems {

template <class T>
Wrong expect_ok(const partita::Result<T>& got) {
  if (!got) return "failed: " + got.error().message;
  return std::nullopt;
}

template <class T, class U>
Wrong expect_equal(const partita::Result<T>& got, const U& wanted) {
  if (!got) return "failed: " + got.error().message;
  if (!(*got == wanted)) return "another answer than expected";
  return std::nullopt;
}
// Compares texts that sum an answer up, such as ids in their order. The fault names both texts.
inline Wrong expect_text(const partita::Result<std::string>& got, std::string_view wanted) {
  if (!got) return "failed: " + got.error().message;
  if (*got != wanted) return "expected '" + std::string(wanted) + "', got '" + *got + "'";
  return std::nullopt;
}

// True if a condition stopped the write, because the item exists already, is missing or is not in the required state.
inline bool is_conflict(const partita::Error& error) {
  using partita::ErrorCode;
  return error.code == ErrorCode::ConditionalCheckFailedException || error.code == ErrorCode::VersionConflict;
}
template <class T>
Wrong expect_conflict(const partita::Result<T>& got) {
  if (got) return "accepted, but it conflicts";
  if (!is_conflict(got.error())) return "failed otherwise than by a conflict: " + got.error().message;
  return std::nullopt;
}
template <class T>
Wrong expect_error(const partita::Result<T>& got, partita::ErrorCode code) {
  if (got) return "accepted, but it is an error";
  if (got.error().code != code) return "failed otherwise than expected: " + got.error().message;
  return std::nullopt;
}

// The first fault. Elements of an initializer list are evaluated in their order, which fixes the order of the requests.
inline Wrong first(std::initializer_list<Wrong> all) {
  for (const Wrong& wrong : all)
    if (wrong) return wrong;
  return std::nullopt;
}

// The values of `id` for all elements, separated by blanks, such as "O10 O4".
template <class List, class Id>
std::string joined(const List& list, Id id) {
  std::string text;
  for (const auto& one : list) text.append(text.empty() ? "" : " ").append(std::invoke(id, one));
  return text;
}

}  // namespace systems
