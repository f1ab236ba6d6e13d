// The puts of a bulk write: how many may be on their way, and how fast.
#pragma once

#include <partita/item_operations.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/lack_of_memory.h"
#include "engine/operations.h"

namespace partita::engine {

using BulkClock = std::chrono::steady_clock;

// Holds the puts back to a number of write units a second.
class Pace {
 public:
  explicit Pace(const OptionalInteger& units_per_second) : units_per_second_(units_per_second) {}
  // The time before which no more puts may begin, after a put of so many bytes.
  BulkClock::time_point next_after(std::size_t bytes) {
    if (!units_per_second_) return {};
    const auto units = static_cast<double>((bytes + 1023) / 1024);
    const auto taken = std::chrono::duration_cast<BulkClock::duration>(
        std::chrono::duration<double>(units / static_cast<double>(*units_per_second_)));
    next_ = std::max(next_, BulkClock::now()) + taken;
    return next_;
  }

 private:
  const OptionalInteger units_per_second_;
  BulkClock::time_point next_{};
};

// The puts that are on their way. Completions come on any thread.
class Puts {
 public:
  struct Put {
    PutItemRequest request;
    std::size_t bytes = 0;
    std::uint64_t line = 0;
  };
  struct Ended {
    Put put;
    std::optional<Error> error;
  };

  static constexpr std::size_t kPutsAtOnce = 128;
  static constexpr std::size_t kPutBytesAtOnce = 8 << 20;
  static constexpr std::chrono::milliseconds kLook{50};  // the longest wait

  Puts() { ended_.reserve(2 * kPutsAtOnce); }
  // Waits for the puts, whose completions use this object.
  ~Puts() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ == 0; });
  }

  void begin(Context& context, Put put) {
    {
      const std::lock_guard lock(mutex_);
      ++count_;
      bytes_ += put.bytes;
    }
    const auto ending = std::make_shared<Ending>(*this, std::move(put));
    put_item(context, ending->put.request, MayWait::No, [ending](Result<PutItemResponse> outcome) {
      ending->end(outcome ? std::optional<Error>() : std::move(outcome.error()));
    });
  }
  std::vector<Ended> take_ended() {
    std::vector<Ended> taken;
    // So that a put can end without memory.
    taken.reserve(2 * kPutsAtOnce);
    const std::lock_guard lock(mutex_);
    taken.swap(ended_);
    return taken;
  }
  bool is_full() const {
    const std::lock_guard lock(mutex_);
    return count_ >= kPutsAtOnce || bytes_ >= kPutBytesAtOnce;
  }
  bool is_idle() const {
    const std::lock_guard lock(mutex_);
    return count_ == 0 && ended_.empty();
  }
  // Waits until a put has ended or some time has passed.
  void wait_a_little() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLook, [this] { return !ended_.empty(); });
  }

 private:
  // Ends a put once. A completion that found too little memory is destroyed without a call.
  struct Ending {
    Ending(Puts& of, Put one) : owner(of), put(std::move(one)) {}
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    ~Ending() {
      if (!has_ended) end(base::lack_of_memory());
    }
    void end(std::optional<Error> error) {
      const std::lock_guard lock(owner.mutex_);
      has_ended = true;
      --owner.count_;
      owner.bytes_ -= put.bytes;
      owner.ended_.push_back({std::move(put), std::move(error)});
      owner.changed_.notify_all();
    }

    Puts& owner;
    Put put;
    bool has_ended = false;
  };

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t count_ = 0, bytes_ = 0;  // guarded by mutex_, like all below
  std::vector<Ended> ended_;
};

}  // namespace partita::engine
