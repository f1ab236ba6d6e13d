#include "model/core/left_undone.h"

#include <fmt/format.h>

namespace partita::model {

Error left_undone(std::string_view what, std::string_view undone, std::size_t left, std::size_t all, int attempts,
                  const std::optional<Error>& last) {
  // The service answers with this code if it can process no part of a batch at all.
  Error error = last ? *last : Error(ErrorCode::ProvisionedThroughputExceededException, "");
  error.message = fmt::format(
      "The database left {} of the {} {} {} in {} attempts in a row{}{}: Error::unfinished has their positions, so "
      "that only they need to be sent again later",
      left, all, what, undone, attempts, last ? ", the last of which failed: " : "", last ? last->message : "");
  return error;
}

}  // namespace partita::model
