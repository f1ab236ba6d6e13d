// The time by which items, client request tokens and shard iterators of an account are old.
#pragma once

#include "engine/age_clock.h"
#include "engine/context.h"

namespace partita::engine {

// Milliseconds since the Unix epoch: the time of AgeClock, and as far ahead of it as a test has set the clock of the
// account. Stamps that are compared with it are of Context::clock. The records of streams do not have such stamps,
// because the numbers of all accounts come from one clock, so they are compared with AgeClock itself.
inline std::int64_t account_age_now_ms(const Context& context) {
  return context.ages.now_ms() + context.clock.ahead().count();
}

}  // namespace partita::engine
