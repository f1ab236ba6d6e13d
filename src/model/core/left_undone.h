// The error of a batch of which the database left a part undone until the attempts were used up.
#pragma once

#include <partita/error.h>

#include <cstddef>
#include <optional>
#include <string_view>

namespace partita::model {

// `what` are "writes" or "reads", `undone` says what they are not, and `attempts` are those in a row that brought none
// of them. `last` is the error of the last request, if it failed as a whole. Its code and reasons are kept. The caller
// adds the positions.
Error left_undone(std::string_view what, std::string_view undone, std::size_t left, std::size_t all, int attempts,
                  const std::optional<Error>& last);

}  // namespace partita::model
