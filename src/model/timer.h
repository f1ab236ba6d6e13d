// Timer: runs functions after a delay, on one thread of its own that starts with the first of them.
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
  // Functions still waiting are dropped without being run: whoever needs them run keeps the timer alive. May be called
  // on the timer's own thread.
  ~Timer();

  // Calls `run` on the timer's thread once `delay` has passed. It must not block.
  void after(std::chrono::milliseconds delay, std::function<void()> run);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace partita::model
