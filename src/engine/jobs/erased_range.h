// ErasedRange: a range of keys that operations do not use any more. It is erased piece by piece.
#pragma once

#include <string>
#include <utility>

#include "base/try.h"
#include "engine/context.h"
#include "engine/jobs/jobs.h"

namespace partita::engine {

class ErasedRange {
 public:
  // `range` is [lower, upper). Operations must not read or write in it from the first erase_some() on.
  explicit ErasedRange(std::pair<std::string, std::string> range)
      : from_(std::move(range.first)), upper_(std::move(range.second)) {}

  // Erases a bounded piece. Returns true if the whole range is erased. Waits for the disk. Errors: InternalServerError.
  Result<bool> erase_some(Context& context) {
    PARTITA_TRY_VALUE(rest, context.store.discard(from_, upper_, context.jobs.stop_flag()));
    if (!rest) return true;
    from_ = *std::move(rest);
    return false;
  }

 private:
  std::string from_;
  const std::string upper_;
};

}  // namespace partita::engine
