#include "server/memory/memory_budget.h"

namespace partita::server {
namespace {

void raise(std::atomic<std::size_t>& most, std::size_t to) {
  std::size_t now = most.load(std::memory_order_relaxed);
  while (to > now && !most.compare_exchange_weak(now, to, std::memory_order_relaxed)) {
  }
}

}  // namespace

bool MemoryBudget::take_up_to(std::size_t most, std::size_t bytes) {
  std::size_t held = held_.load(std::memory_order_relaxed);
  do {
    if (held > most || bytes > most - held) return false;
  } while (!held_.compare_exchange_weak(held, held + bytes, std::memory_order_relaxed));
  note_peak(held + bytes);
  return true;
}

bool MemoryBudget::take(std::size_t bytes, std::size_t in_all, QueueNumber number) {
  const bool little = in_all <= little_;
  if (queued() == 0) {
    if (take_up_to(little ? limit_ : unreserved(), bytes)) return true;
    // If the holder can never get the bytes, other holders need not give memory back.
    if (in_all <= unreserved()) note_wanted(bytes);
    return false;
  }
  if (little && little_held_.load(std::memory_order_relaxed) + bytes <= reserve_bytes() && take_up_to(limit_, bytes))
    return true;
  // The bytes that holders of little have of the reserve do not count here, so the others may take all the rest of the
  // budget.
  const std::size_t most = unreserved() + reserve_held();
  const std::size_t kept = kept_before(number, most);
  if (take_up_to(most - kept, bytes)) return true;
  if (in_all <= unreserved() && kept == 0) note_wanted(bytes);
  return false;
}

std::size_t MemoryBudget::kept_before(QueueNumber number, std::size_t most) {
  const std::lock_guard lock(mutex_);
  const auto own = number == kNotQueued ? queue_.end() : queue_.find(number);
  // The bytes of requests in the queue come back only after the requests got the bytes that they lack. Newcomers may
  // become such requests, so all requests come first while they hold much.
  const bool requests_first = held_by_requests_ > reserve_bytes();
  const auto is_before_own = [&](QueueNumber of_other, const Waiting& other) {
    if (own == queue_.end()) return true;
    if (requests_first && other.as != own->second.as) return other.as == QueueAs::Request;
    return of_other < number;
  };
  std::size_t kept = 0;
  for (const auto& [of_other, other] : queue_) {
    if (of_other != number && is_before_own(of_other, other)) kept += std::min(other.lacks, most - kept);
    if (kept == most) break;
  }
  return kept;
}

MemoryBudget::QueueNumber MemoryBudget::queue(QueueAs as, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  QueueNumber number = as == QueueAs::Request ? std::max(served_, last_request_ + 1) : served_ + bytes;
  while (!queue_.emplace(number, Waiting{.as = as}).second) ++number;
  if (as == QueueAs::Request) last_request_ = number;
  queued_.store(queue_.size(), std::memory_order_relaxed);
  return number;
}

void MemoryBudget::leave_queue(QueueNumber number, std::size_t served) {
  const std::lock_guard lock(mutex_);
  const auto at = queue_.find(number);
  // The place of a newcomer has its bytes in it.
  if (served > 0) served_ = std::max(served_, number) + (at->second.as == QueueAs::Request ? served : 0);
  if (at->second.as == QueueAs::Request) held_by_requests_ -= at->second.holds;
  queue_.erase(at);
  queued_.store(queue_.size(), std::memory_order_relaxed);
}

void MemoryBudget::want(QueueNumber number, std::size_t lacks, std::size_t holds) {
  const std::lock_guard lock(mutex_);
  Waiting& waiting = queue_[number];
  if (waiting.as == QueueAs::Request) held_by_requests_ += holds - waiting.holds;
  waiting.lacks = lacks;
  waiting.holds = holds;
}

void MemoryBudget::take_anyway(std::size_t bytes) {
  note_peak(held_.fetch_add(bytes, std::memory_order_relaxed) + bytes);
}

void MemoryBudget::give(std::size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }

void MemoryBudget::note_little(std::size_t before, std::size_t after) {
  const auto counted = [this](std::size_t bytes) { return bytes <= little_ ? bytes : 0; };
  // The difference is unsigned. A negative one wraps around, and so does the sum, which makes the sum right.
  const std::size_t change = counted(after) - counted(before);
  if (change != 0) little_held_.fetch_add(change, std::memory_order_relaxed);
}

void MemoryBudget::note_peak(std::size_t held) {
  raise(recent_peak_, held);
  raise(peak_, held);
}

void MemoryBudget::note_wanted(std::size_t bytes) { raise(wanted_, bytes); }

bool MemoryHold::resize(std::size_t bytes) {
  if (bytes > bytes_ && !budget_.take(bytes - bytes_, bytes, queue_number_)) {
    asked_too_much_ = bytes > budget_.most_for_one();
    missing_ = bytes - bytes_;
    if (queue_number_ != MemoryBudget::kNotQueued) budget_.want(queue_number_, missing_, bytes_);
    return false;
  }
  asked_too_much_ = false;
  // The hold keeps its place in the queue, but no more bytes are kept for it.
  if (missing_ != 0 && queue_number_ != MemoryBudget::kNotQueued) budget_.want(queue_number_, 0, bytes);
  missing_ = 0;
  if (bytes < bytes_) budget_.give(bytes_ - bytes);
  set_bytes(bytes);
  return true;
}

void MemoryHold::force(std::size_t bytes) {
  if (bytes > bytes_) budget_.take_anyway(bytes - bytes_);
  if (bytes < bytes_) budget_.give(bytes_ - bytes);
  set_bytes(bytes);
}

void MemoryHold::set_bytes(std::size_t bytes) {
  budget_.note_little(bytes_, bytes);
  bytes_ = bytes;
}

void MemoryHold::queue(QueueAs as) {
  if (queue_number_ != MemoryBudget::kNotQueued) return;
  queue_number_ = budget_.queue(as, bytes_ + missing_);
  queued_missing_ = missing_;
  budget_.want(queue_number_, missing_, bytes_);
}

void MemoryHold::leave_queue() {
  if (queue_number_ == MemoryBudget::kNotQueued) return;
  budget_.leave_queue(queue_number_, missing_ == 0 ? std::max(queued_missing_, std::size_t{1}) : 0);
  queue_number_ = MemoryBudget::kNotQueued;
}

}  // namespace partita::server
