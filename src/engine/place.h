// Place: where a batch stands in the order in which the commit pipeline writes batches; 0: nowhere.
#pragma once

#include <cstdint>

namespace partita::engine {

using Place = std::uint64_t;
inline constexpr Place kNoPlace = 0;

}  // namespace partita::engine
