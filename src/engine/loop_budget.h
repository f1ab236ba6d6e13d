// The budget of an operation on an event loop. An operation that needs more moves to another thread. The bytes of the
// evaluated items count, and so does the work of evaluating conditions on them, which expr/condition.h measures in
// bytes. Each item counts for some bytes more, because many small items are costly to read and to write too. The
// operations of one round of a loop share a budget besides (base/round_budget.h).
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/round_budget.h"

namespace partita::engine {

inline constexpr std::size_t kLoopBudgetBytes = 256 * 1024;
// The bytes that cost as much to copy and to encode as one item costs besides its bytes.
inline constexpr std::size_t kItemWork = 256;

// An operation may do as much even if the budget of the round is used up, so that small operations need not wait for
// another thread behind large ones.
inline constexpr std::size_t kLeastBudgetBytes = 16 * 1024;

// What the next operation may do on the calling thread.
inline std::size_t loop_budget() { return std::max(base::RoundBudget::left(kLoopBudgetBytes), kLeastBudgetBytes); }

}  // namespace partita::engine
