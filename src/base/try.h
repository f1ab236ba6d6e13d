// Early return of errors, for functions that return some expected.
#pragma once

#include <partita/expected.h>

#include <utility>

// Leaves the function with the error of `expression`, a Result<void>, where it has one.
#define PARTITA_TRY(expression)                                      \
  do {                                                               \
    if (auto partita_try_result = (expression); !partita_try_result) \
      return partita::unexpected(std::move(partita_try_result.error()));  \
  } while (false)

// Defines `variable` as the value of `expression`, a Result, or leaves the function with its error.
#define PARTITA_TRY_VALUE(variable, expression)                                        \
  auto variable##_result = (expression);                                               \
  if (!variable##_result) return partita::unexpected(std::move(variable##_result.error())); \
  [[maybe_unused]] auto& variable = *variable##_result
