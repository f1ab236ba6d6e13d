// Leaves the function with the error of `expression`, a Result<void>, where it has one.
#pragma once

#include <tl/expected.hpp>
#include <utility>

#define PARTITA_TRY(expression)                                      \
  do {                                                               \
    if (auto partita_try_result = (expression); !partita_try_result) \
      return tl::unexpected(std::move(partita_try_result.error()));  \
  } while (false)
