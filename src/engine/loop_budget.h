// What an operation may do on an event loop before it moves to another thread: bytes of items evaluated, and of the work of
// evaluating conditions on them (expr/condition.h).
#pragma once

#include <cstddef>

namespace partita::engine {

inline constexpr std::size_t kLoopBudgetBytes = 256 * 1024;

}  // namespace partita::engine
