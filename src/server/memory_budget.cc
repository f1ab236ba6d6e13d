#include "server/memory_budget.h"

namespace partita::server {

bool MemoryBudget::take(std::size_t bytes, std::size_t in_all) {
  const std::size_t most = in_all <= little_ ? limit_ : for_much();
  std::size_t held = held_.load(std::memory_order_relaxed);
  do {
    if (held > most || bytes > most - held) {
      // What can never be had is nobody's fault.
      if (in_all <= for_much()) note_wanted(bytes);
      return false;
    }
  } while (!held_.compare_exchange_weak(held, held + bytes, std::memory_order_relaxed));
  note_peak(held + bytes);
  return true;
}

void MemoryBudget::take_anyway(std::size_t bytes) {
  note_peak(held_.fetch_add(bytes, std::memory_order_relaxed) + bytes);
}

void MemoryBudget::give(std::size_t bytes) {
  held_.fetch_sub(bytes, std::memory_order_relaxed);
}

void MemoryBudget::note_peak(std::size_t held) {
  std::size_t peak = peak_.load(std::memory_order_relaxed);
  while (held > peak && !peak_.compare_exchange_weak(peak, held, std::memory_order_relaxed)) {
  }
}

void MemoryBudget::note_wanted(std::size_t bytes) {
  std::size_t wanted = wanted_.load(std::memory_order_relaxed);
  while (bytes > wanted && !wanted_.compare_exchange_weak(wanted, bytes, std::memory_order_relaxed)) {
  }
}

bool MemoryHold::resize(std::size_t bytes) {
  if (bytes > bytes_ && !budget_.take(bytes - bytes_, bytes)) return false;
  if (bytes < bytes_) budget_.give(bytes_ - bytes);
  bytes_ = bytes;
  return true;
}

void MemoryHold::force(std::size_t bytes) {
  if (bytes > bytes_) budget_.take_anyway(bytes - bytes_);
  if (bytes < bytes_) budget_.give(bytes_ - bytes);
  bytes_ = bytes;
}

}  // namespace partita::server
