#include "engine/threads/executor.h"

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
    // If other threads run, one of them will take the task.
    if (!started && threads_.empty()) {
      task = std::move(tasks_.back());  // so that the task is destroyed after the mutex is released
      tasks_.pop_back();
      throw std::bad_alloc();
    }
  }
  // This needs the mutex, because the executor may be destroyed as soon as the task has run.
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
    // If memory runs out, the destructor of the task gives the answer that the task owes.
    (void)base::had_memory_for(task);
    task = nullptr;
    lock.lock();
  }
}

}  // namespace partita::engine
