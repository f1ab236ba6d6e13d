// A range of keys that nobody uses any more, on its way out of the store.
#pragma once

#include "engine/context.h"
#include "engine/jobs/jobs.h"

#include <string>
#include <utility>

namespace partita::engine {

class ErasedRange {
 public:
  // Requires, from the first erase_some() on: nobody reads or writes in [lower, upper).
  explicit ErasedRange(std::pair<std::string, std::string> range)
      : from_(std::move(range.first)), upper_(std::move(range.second)) {}

  // A bounded piece; true: all of it is gone. Errors: InternalServerError.
  Result<bool> erase_some(Context& context) {
    auto rest = context.store.discard(from_, upper_, context.jobs.call_off());
    if (!rest) return unexpected(rest.error());
    if (!*rest) return true;
    from_ = **std::move(rest);
    return false;
  }

 private:
  std::string from_;
  const std::string upper_;
};

}  // namespace partita::engine
