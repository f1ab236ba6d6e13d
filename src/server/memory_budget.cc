#include "server/memory_budget.h"

namespace partita::server {
namespace {

void raise(std::atomic<std::size_t>& most, std::size_t to) {
  std::size_t now = most.load(std::memory_order_relaxed);
  while (to > now && !most.compare_exchange_weak(now, to, std::memory_order_relaxed)) {
  }
}

}  // namespace

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
  raise(recent_peak_, held);
  raise(peak_, held);
}

void MemoryBudget::note_wanted(std::size_t bytes) { raise(wanted_, bytes); }

bool MemoryHold::resize(std::size_t bytes) {
  if (bytes > bytes_ && !budget_.take(bytes - bytes_, bytes)) {
    asked_too_much_ = bytes > budget_.most_for_one();
    return false;
  }
  asked_too_much_ = false;
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
