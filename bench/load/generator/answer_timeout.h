// The time that a program waits for an answer before it takes the endpoint for dead.
#pragma once

#include <algorithm>
#include <chrono>

namespace partita::bench {

class AnswerTimeout {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Seen { Nothing, Something };

  // The caller must look at least every `longest_look`. The time is over when looks over `most` in all have seen
  // nothing.
  AnswerTimeout(Clock::duration most, Clock::duration longest_look) : most_(most), longest_look_(longest_look) {}

  // False if the time is over. If two looks are further apart than `longest_look`, the program itself was stopped and
  // could not see the answers that came meanwhile, so only `longest_look` of that time counts.
  bool look(Clock::time_point now, Seen seen) {
    const auto since = looked_before_ ? std::min(now - looked_at_, longest_look_) : Clock::duration(0);
    waited_ = seen == Seen::Something ? Clock::duration(0) : waited_ + since;
    looked_before_ = true;
    looked_at_ = now;
    return waited_ <= most_;
  }

 private:
  Clock::duration most_;
  Clock::duration longest_look_;
  Clock::duration waited_{0};
  Clock::time_point looked_at_;
  bool looked_before_ = false;
};

}  // namespace partita::bench
