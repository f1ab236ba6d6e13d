// The error of a read whose items are more than one answer may have.
#pragma once

#include <fmt/format.h>
#include <partita/error.h>

#include <cstddef>

namespace partita::engine {

// The error of an answer whose items take more than `most` bytes.
inline Error answer_too_large(std::size_t most) {
  return {ErrorCode::MemoryLimitExceeded,
          fmt::format("The items of this answer take more memory than the {} bytes that the server allows for one "
                      "request. Ask for less at once, or start the server with a larger --memory-limit",
                      most),
          {},
          {}};
}

}  // namespace partita::engine
