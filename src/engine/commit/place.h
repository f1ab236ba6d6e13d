// CommitPlace: the position of a batch in the order in which the commit pipeline writes its queue. Places count from 1.
// A batch outside the queue has kNoPlace.
#pragma once

#include <cstdint>

namespace partita::engine {

using CommitPlace = std::uint64_t;
inline constexpr CommitPlace kNoPlace = 0;

}  // namespace partita::engine
