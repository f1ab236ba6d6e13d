// Delays of calls that meet a fault. Tests inject their own, so that they never wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace partita::client {

// Safe to use from several threads.
class Delays {
 public:
  virtual ~Delays() = default;
  // Calls `run` once, when `delay` has passed. `run` must not block and may throw only std::bad_alloc, which ends that
  // call of it. Throws std::bad_alloc if there is no memory, and then never calls `run`.
  virtual void after(std::chrono::milliseconds delay, std::function<void()> run) = 0;
  // Returns when `delay` has passed.
  virtual void wait(std::chrono::milliseconds delay) = 0;
  // Ends all delays, also those that begin later. Does not wait for the functions to be called.
  virtual void end_all() = 0;
};

// Delays on the steady clock. One thread, which starts with the first after(), calls all functions.
class TimedDelays final : public Delays {
 public:
  TimedDelays() = default;
  TimedDelays(const TimedDelays&) = delete;
  // Calls the functions that still wait. Must not run on the thread of the functions.
  ~TimedDelays() override;

  void after(std::chrono::milliseconds delay, std::function<void()> run) override;
  void wait(std::chrono::milliseconds delay) override;
  void end_all() override;

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  // guarded by mutex_
  std::multimap<std::chrono::steady_clock::time_point, std::function<void()>> waiting_;
  bool ended_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace partita::client
