// Early return of errors, for functions that return an expected type.
#pragma once

#include <partita/expected.h>

#include <utility>

// Returns the error of `expression`, a Result<void>, from the enclosing function if it has one.
#define PARTITA_TRY(expression)                                          \
  do {                                                                   \
    if (auto partita_try_result = (expression); !partita_try_result)     \
      return partita::unexpected(std::move(partita_try_result.error())); \
  } while (false)

// Defines `variable` as the value of `expression`, a Result, or returns its error from the enclosing function.
#define PARTITA_TRY_VALUE(variable, expression)                                             \
  auto variable##_result = (expression);                                                    \
  if (!variable##_result) return partita::unexpected(std::move(variable##_result.error())); \
  [[maybe_unused]] auto& variable = *variable##_result
