// ulid_generator: makes ULIDs, each greater than the one before.
#pragma once

#include <partita/export.h>
#include <partita/model/types/ulid.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

namespace partita::model {

// Safe to use from several threads; all of them draw from one ascending sequence.
//
// Within a millisecond, and while the clock is behind the last ULID, the random part counts up. Where it would overflow
// the next ULID takes the next millisecond, ahead of the clock.
class PARTITA_API ulid_generator {
 public:
  using clock = std::function<std::int64_t()>;                         // milliseconds since 1970
  using random_source = std::function<void(std::span<std::uint8_t>)>;  // fills

  // An empty function stands for the system's clock or randomness.
  explicit ulid_generator(clock now_ms = {}, random_source random = {});

  ulid next();
  ulid operator()() { return next(); }

 private:
  const clock now_ms_;
  const random_source random_;

  std::mutex mutex_;  // guards what follows, and calls of the two functions
  ulid last_;
  bool any_ = false;
};

}  // namespace partita::model
