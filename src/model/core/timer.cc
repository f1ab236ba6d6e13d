#include "model/core/timer.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "model/core/background.h"

namespace partita::model {

using SteadyTime = std::chrono::steady_clock::time_point;

// The state is shared with the thread, because the thread outlives the timer if it destroys the timer itself.
struct Timer::State {
  std::mutex mutex;
  std::condition_variable changed;
  // guarded by mutex
  std::multimap<SteadyTime, std::function<void()>> waiting;
  bool stopping = false;
  std::thread thread;

  void run() {
    std::unique_lock lock(mutex);
    while (!stopping) {
      if (waiting.empty()) {
        changed.wait(lock);
      } else if (const SteadyTime due = waiting.begin()->first; due > std::chrono::steady_clock::now()) {
        changed.wait_until(lock, due);
      } else {
        std::function<void()> due_now = std::move(waiting.begin()->second);
        waiting.erase(waiting.begin());
        lock.unlock();
        {
          const Background background;
          due_now();
          due_now = nullptr;  // the function may own the timer, so it is destroyed while the mutex is free
        }
        lock.lock();
      }
    }
  }
};

Timer::Timer() : state_(std::make_shared<State>()) {}

Timer::~Timer() {
  std::multimap<SteadyTime, std::function<void()>> dropped;
  std::thread thread;
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    dropped.swap(state_->waiting);
    thread.swap(state_->thread);
  }
  state_->changed.notify_all();
  if (!thread.joinable()) return;
  if (thread.get_id() == std::this_thread::get_id()) {
    thread.detach();
  } else {
    thread.join();
  }
}

void Timer::after(std::chrono::milliseconds delay, std::function<void()> run) {
  // `run` may own the timer, and may run and be destroyed before this function returns.
  const std::shared_ptr<State> state = state_;
  {
    const std::lock_guard lock(state->mutex);
    state->waiting.emplace(std::chrono::steady_clock::now() + delay, std::move(run));
    if (!state->thread.joinable()) state->thread = std::thread([state] { state->run(); });
  }
  state->changed.notify_all();
}

}  // namespace partita::model
