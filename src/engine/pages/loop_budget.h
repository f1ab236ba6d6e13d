// The budget of an operation on an event loop. An operation that needs more moves to another thread. The bytes of the
// evaluated items count, and so does the work of evaluating conditions on them, which expr/condition.h measures in
// bytes.
#pragma once

#include <cstddef>

namespace partita::engine {

inline constexpr std::size_t kLoopBudgetBytes = 256 * 1024;

}  // namespace partita::engine
