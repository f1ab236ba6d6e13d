// Timer runs functions after a delay, on a thread of its own that starts with the first function.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace partita::model {

// Safe to use from several threads.
class Timer {
 public:
  Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  // Drops the functions that still wait and does not run them, so a caller who needs them must keep the timer alive.
  // The destructor may run on the timer's own thread. On any other thread it waits for the function that runs now.
  ~Timer();

  // Calls `run` on the timer's thread once `delay` has passed. `run` must not block.
  void after(std::chrono::milliseconds delay, std::function<void()> run);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace partita::model
