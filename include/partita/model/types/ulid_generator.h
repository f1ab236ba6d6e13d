// ulid_generator makes ULIDs, each greater than the one before.
#pragma once

#include <partita/export.h>
#include <partita/model/types/ulid.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

namespace partita::model {

// A generator is safe to use from several threads. All of them draw from one ascending sequence.
//
// Within one millisecond, and while the clock is behind the last ULID, the random part counts up. If it would overflow,
// the next ULID takes the next millisecond, which is ahead of the clock.
class PARTITA_API ulid_generator {
 public:
  using clock = std::function<std::int64_t()>;                         // returns milliseconds since 1970
  using random_source = std::function<void(std::span<std::uint8_t>)>;  // fills the bytes

  // An empty function means the system's clock or source of randomness.
  explicit ulid_generator(clock now_ms = {}, random_source random = {});

  ulid next();
  ulid operator()() { return next(); }

 private:
  const clock now_ms_;
  const random_source random_;

  std::mutex mutex_;  // guards the members below, and the calls of the two functions
  ulid last_;
  bool any_ = false;
};

}  // namespace partita::model
