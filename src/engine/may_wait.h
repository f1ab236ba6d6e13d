#pragma once

#include <cstdint>

namespace partita::engine {

// Whether an operation may block the thread that calls it. It blocks while it waits for a disk or for a lock.
enum class MayWait : std::uint8_t { No, Yes };

}  // namespace partita::engine
