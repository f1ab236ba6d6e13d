#include "engine/executor.h"

#include "base/lack_of_memory.h"

namespace partita::engine {

void Executor::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Executor::post(std::function<void()> task) {
  std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  if (idle_ < tasks_.size() && threads_.size() < limit_) {
    const bool started = base::had_memory_for([this] { threads_.push_back(base::start_thread([this] { run(); })); });
    // Those that there are will come to it.
    if (!started && threads_.empty()) {
      task = std::move(tasks_.back());  // and it goes once the mutex is released
      tasks_.pop_back();
      throw std::bad_alloc();
    }
  }
  // Under the mutex: as soon as the task has run, the executor may go.
  changed_.notify_one();
}

std::size_t Executor::queued() const {
  std::lock_guard lock(mutex_);
  return tasks_.size();
}

void Executor::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    // Whoever waits for the task is answered when it goes.
    (void)base::had_memory_for(task);
    task = nullptr;
    lock.lock();
  }
}

}  // namespace partita::engine
