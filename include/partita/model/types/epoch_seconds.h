// epoch_seconds is a point in time, as a number of seconds since 1970. Time to live uses this form.
#pragma once

#include <partita/export.h>
#include <partita/model/types/utc_ms.h>

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>

namespace partita::model {

class epoch_seconds {
 public:
  constexpr epoch_seconds() = default;
  constexpr explicit epoch_seconds(std::int64_t seconds_since_1970) : seconds_(seconds_since_1970) {}
  constexpr epoch_seconds(std::chrono::sys_seconds time) : seconds_(time.time_since_epoch().count()) {}
  // Rounds `time` down to its second.
  constexpr explicit epoch_seconds(utc_ms time)
      : epoch_seconds(std::chrono::floor<std::chrono::seconds>(time.time())) {}

  constexpr std::int64_t seconds() const { return seconds_; }
  constexpr std::chrono::sys_seconds time() const { return std::chrono::sys_seconds(std::chrono::seconds(seconds_)); }

  friend constexpr auto operator<=>(epoch_seconds, epoch_seconds) = default;
  friend constexpr epoch_seconds operator+(epoch_seconds t, std::chrono::seconds d) {
    return epoch_seconds(t.seconds_ + d.count());
  }
  friend constexpr epoch_seconds operator-(epoch_seconds t, std::chrono::seconds d) {
    return epoch_seconds(t.seconds_ - d.count());
  }
  PARTITA_API friend std::ostream& operator<<(std::ostream&, epoch_seconds);

 private:
  std::int64_t seconds_ = 0;
};

}  // namespace partita::model

template <>
struct std::hash<partita::model::epoch_seconds> {
  std::size_t operator()(partita::model::epoch_seconds t) const noexcept {
    return std::hash<std::int64_t>()(t.seconds());
  }
};
