#include "engine/records/sequence_numbers.h"

#include <algorithm>
#include <random>

#include "base/check.h"

namespace partita::engine {

SequenceNumbers::SequenceNumbers(const base::Clock& clock)
    : clock_(clock), run_([] {
        std::random_device random;
        return std::uint64_t{random()} << 32 | random();
      }()) {}

SequenceNumbers::~SequenceNumbers() { PARTITA_CHECK(listeners_.empty()); }

SequenceNumber SequenceNumbers::next() {
  last_ = std::max(last_ + 1, first_number_at(clock_.now_ms()));
  return last_;
}

SequenceNumber SequenceNumbers::Ticket::draw(keys::TableId stream) {
  const std::lock_guard lock(numbers_.mutex_);
  const SequenceNumber number = numbers_.next();
  if (!numbers_.listeners_.empty()) numbers_.note(stream, number);
  if (lowest_ != 0) return number;
  lowest_ = number;
  before_ = numbers_.newest_;
  (before_ != nullptr ? before_->after_ : numbers_.oldest_) = this;
  numbers_.newest_ = this;
  return number;
}

void SequenceNumbers::Ticket::note_marked(SequenceNumber bound) {
  const std::lock_guard lock(numbers_.mutex_);
  numbers_.marked_below_ = std::max(numbers_.marked_below_.load(), bound);
}

void SequenceNumbers::Ticket::settle() {
  if (lowest_ == 0) return;
  const std::lock_guard lock(numbers_.mutex_);
  (before_ != nullptr ? before_->after_ : numbers_.oldest_) = after_;
  (after_ != nullptr ? after_->before_ : numbers_.newest_) = before_;
  before_ = after_ = nullptr;
  lowest_ = 0;
  if (!numbers_.due_.empty()) numbers_.wake_due();
}

SequenceNumber SequenceNumbers::settled_below() {
  const std::lock_guard lock(mutex_);
  // A reader goes on from the result, which must not age on an idle database.
  if (oldest_ == nullptr) last_ = std::max(last_, first_number_at(clock_.now_ms()));
  return settled();
}

void SequenceNumbers::add(Listener& listener, keys::TableId stream) {
  const std::lock_guard lock(mutex_);
  due_.reserve(listeners_.size() + 1);
  listeners_.emplace(stream, &listener);
  listener.stream_ = stream;
  listener.last_ = last_;
}

void SequenceNumbers::remove(Listener& listener) {
  const std::lock_guard lock(mutex_);
  std::erase(due_, &listener);
  const auto [first, end] = listeners_.equal_range(listener.stream_);
  listeners_.erase(std::find_if(first, end, [&](const auto& entry) { return entry.second == &listener; }));
}

SequenceNumber SequenceNumbers::unread_from(Listener& listener, SequenceNumber position) {
  const std::lock_guard lock(mutex_);
  listener.unread_ = listener.last_ < position ? 0 : std::max(listener.unread_, position);
  return listener.unread_;
}

bool SequenceNumbers::wait(Listener& listener, SequenceNumber position) {
  const std::lock_guard lock(mutex_);
  const bool has_unread = listener.last_ >= position;
  if (has_unread && listener.last_ < settled()) return true;
  listener.waits_ = true;
  // Later numbers of a busy stream do not delay the wake.
  listener.due_ = has_unread ? listener.last_ : 0;
  if (has_unread) due_.push_back(&listener);
  return false;
}

void SequenceNumbers::note(keys::TableId stream, SequenceNumber number) {
  const auto [first, end] = listeners_.equal_range(stream);
  for (auto entry = first; entry != end; ++entry) {
    Listener* const listener = entry->second;
    listener->last_ = number;
    if (listener->unread_ == 0) listener->unread_ = number;
    if (!listener->waits_ || listener->due_ != 0) continue;
    listener->due_ = number;
    due_.push_back(listener);
  }
}

void SequenceNumbers::wake_due() {
  const SequenceNumber bound = settled();
  std::erase_if(due_, [&](Listener* listener) {
    if (listener->due_ >= bound || !listener->wake()) return false;
    listener->waits_ = false;
    return true;
  });
}

void SequenceNumbers::skip_to(SequenceNumber number) {
  const std::lock_guard lock(mutex_);
  last_ = std::max(last_, number);
  first_of_run_ = last_ + 1;
}

}  // namespace partita::engine
