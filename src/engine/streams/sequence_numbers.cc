#include "engine/streams/sequence_numbers.h"

#include <algorithm>

namespace partita::engine {

SequenceNumber SequenceNumbers::next() {
  last_ = std::max(last_ + 1, first_number_at(clock_.now_ms()));
  return last_;
}

SequenceNumber SequenceNumbers::Ticket::draw() {
  const std::lock_guard lock(numbers_.mutex_);
  const SequenceNumber number = numbers_.next();
  if (lowest_ != 0) return number;
  lowest_ = number;
  before_ = numbers_.newest_;
  (before_ != nullptr ? before_->after_ : numbers_.oldest_) = this;
  numbers_.newest_ = this;
  return number;
}

void SequenceNumbers::Ticket::settle() {
  if (lowest_ == 0) return;
  const std::lock_guard lock(numbers_.mutex_);
  (before_ != nullptr ? before_->after_ : numbers_.oldest_) = after_;
  (after_ != nullptr ? after_->before_ : numbers_.newest_) = before_;
  before_ = after_ = nullptr;
  lowest_ = 0;
}

SequenceNumber SequenceNumbers::draw_boundary() {
  const std::lock_guard lock(mutex_);
  return next();
}

SequenceNumber SequenceNumbers::settled_below() {
  const std::lock_guard lock(mutex_);
  if (oldest_ != nullptr) return oldest_->lowest_;
  // A reader goes on from the result, which must not age on an idle database.
  last_ = std::max(last_, first_number_at(clock_.now_ms()));
  return last_ + 1;
}

void SequenceNumbers::skip_to(SequenceNumber number) {
  const std::lock_guard lock(mutex_);
  last_ = std::max(last_, number);
}

}  // namespace partita::engine
