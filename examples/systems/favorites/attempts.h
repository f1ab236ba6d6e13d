// The limit for calls that begin again because another call was faster.
#pragma once

#include <partita/error.h>

namespace favorites {

inline constexpr int kMostAttempts = 10;

inline bool is_failed_condition(const partita::Error& error) {
  return error.code == partita::ErrorCode::ConditionalCheckFailedException;
}

}  // namespace favorites
