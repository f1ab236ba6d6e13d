#include "engine/threads/write_room.h"

#include <thread>

#include "base/lack_of_memory.h"

namespace partita::engine {

bool WriteRoom::try_enter(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (first_ != nullptr || !fits(bytes)) return false;
  held_ += bytes;
  return true;
}

WriteRoom::Wait WriteRoom::wait(Waiter& waiter, std::size_t bytes, std::size_t most_waiting) {
  const std::lock_guard lock(mutex_);
  if (first_ == nullptr && fits(bytes)) {
    held_ += bytes;
    return Wait::Over;
  }
  if (waiting_ >= most_waiting) return Wait::Refused;
  waiter.wanted_ = bytes;
  waiter.next_ = nullptr;
  (last_ != nullptr ? last_->next_ : first_) = &waiter;
  last_ = &waiter;
  ++waiting_;
  return Wait::Waits;
}

void WriteRoom::leave(std::size_t bytes) {
  Waiter* admitted = nullptr;
  {
    const std::lock_guard lock(mutex_);
    held_ -= bytes;
    Waiter** end = &admitted;
    while (first_ != nullptr && fits(first_->wanted_)) {
      held_ += first_->wanted_;
      *end = first_;
      end = &first_->next_;
      first_ = first_->next_;
      --waiting_;
    }
    *end = nullptr;
    if (first_ == nullptr) last_ = nullptr;
  }
  // This function cannot report a lack of memory to a caller, so it retries until there is enough.
  while (admitted != nullptr) {
    Waiter& next = *admitted;
    admitted = next.next_;
    while (!base::had_memory_for([&] { handovers_.post([&next] { next.has_room(next.wanted_); }); }))
      std::this_thread::yield();
  }
}

void WriteRoom::Share::resize(std::size_t bytes) {
  if (bytes < bytes_) {
    room_.leave(bytes_ - bytes);
  } else if (bytes > bytes_) {
    const std::lock_guard lock(room_.mutex_);
    room_.held_ += bytes - bytes_;
  }
  bytes_ = bytes;
}

WriteRoom::Load WriteRoom::load() const {
  const std::lock_guard lock(mutex_);
  return {held_, waiting_};
}

}  // namespace partita::engine
