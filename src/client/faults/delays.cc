#include "client/faults/delays.h"

#include <utility>

#include "base/lack_of_memory.h"

namespace partita::client {

TimedDelays::~TimedDelays() {
  end_all();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void TimedDelays::after(std::chrono::milliseconds delay, std::function<void()> run) {
  const std::lock_guard lock(mutex_);
  // The thread comes first, because without it nobody would call the function.
  if (!thread_.joinable()) thread_ = base::start_thread([this] { this->run(); });
  waiting_.emplace(std::chrono::steady_clock::now() + delay, std::move(run));
  // Under the mutex, because the function may end the last call of a database whose destructor waits for it.
  changed_.notify_all();
}

void TimedDelays::wait(std::chrono::milliseconds delay) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, delay, [this] { return ended_; });
}

void TimedDelays::end_all() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void TimedDelays::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (waiting_.empty()) {
      if (stopping_) return;
      changed_.wait(lock);
    } else if (const auto due = waiting_.begin()->first; !ended_ && due > std::chrono::steady_clock::now()) {
      changed_.wait_until(lock, due);
    } else {
      auto next = waiting_.extract(waiting_.begin());
      lock.unlock();
      (void)base::had_memory_for([&] { next.mapped()(); });
      // What the function owns is destroyed while the mutex is free, because that may answer a call.
      next.mapped() = nullptr;
      lock.lock();
    }
  }
}

}  // namespace partita::client
