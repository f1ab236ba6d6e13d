#include "vectors/tailed_index.h"

#include <algorithm>
#include <span>
#include <utility>

namespace partita::vectors {
namespace {

// A tail of a 128th of the rows makes a search slower by at most a 128th of an exact one.
constexpr std::size_t kRowsOfTailRow = 128;
constexpr std::size_t kLeastTail = 1024;
constexpr std::size_t kTailRowsTogether = 32;

// Hands on only rows that exist and are not in the tail.
class Unchanged final : public Candidates {
 public:
  Unchanged(std::span<const std::uint8_t> state, std::size_t size, std::uint8_t in_tail, Candidates& to)
      : state_(state), size_(size), in_tail_(in_tail), to_(to) {}

  void look_at(std::span<const Slot> slots) override {
    kept_.clear();
    for (const Slot slot : slots)
      if (slot < size_ && !(state_[slot] & in_tail_)) kept_.push_back(slot);
    if (!kept_.empty()) to_.look_at(kept_);
  }
  float worst_rank() const override { return to_.worst_rank(); }

 private:
  const std::span<const std::uint8_t> state_;
  const std::size_t size_;
  const std::uint8_t in_tail_;
  Candidates& to_;
  std::vector<Slot> kept_;
};

}  // namespace

void TailedIndex::changed(Slot slot) {
  if (least_rows_ == 0) return;
  if (slot >= state_.size()) state_.resize(slot + std::size_t{1});
  if (!(state_[slot] & kInTail)) tail_.push_back(slot);
  state_[slot] = kInTail;
}

void TailedIndex::clear() {
  index_ = nullptr;
  state_.clear();
  tail_.clear();
}

void TailedIndex::search(std::size_t size, const float* query, Candidates& candidates) const {
  std::vector<Slot> some;
  some.reserve(kTailRowsTogether);
  for (const Slot slot : tail_) {
    if (slot < size) some.push_back(slot);
    if (some.size() < kTailRowsTogether) continue;
    candidates.look_at(some);
    some.clear();
  }
  if (!some.empty()) candidates.look_at(some);
  Unchanged unchanged(state_, size, kInTail, candidates);
  index_->search(query, unchanged);
}

bool TailedIndex::wants_update(std::size_t size) const {
  if (least_rows_ == 0 || size < least_rows_) return false;
  return !index_ || tail_.size() > std::max(kLeastTail, size / kRowsOfTailRow);
}

TailedIndex::Update TailedIndex::begin_update(std::size_t size) {
  Update update;
  update.options_ = options_;
  // Centroids of far fewer or far more rows make an index slow.
  const bool keeps_centroids = index_ && size < 2 * trained_rows_ && size > trained_rows_ / 2;
  update.added_.reserve(keeps_centroids ? tail_.size() : size);
  if (keeps_centroids) {
    update.old_ = index_;
    update.stays_.resize(state_.size());
  }
  // From here on no memory is needed.
  training_rows_ = keeps_centroids ? trained_rows_ : size;
  for (std::size_t slot = 0; slot < size; ++slot) {
    if (keeps_centroids && !(state_[slot] & kInTail))
      update.stays_[slot] = true;
    else
      update.added_.push_back(static_cast<Slot>(slot));
    state_[slot] |= kTaken;
  }
  return update;
}

void TailedIndex::Update::run(const Rows& rows, const std::function<bool()>& go_on) {
  if (!old_) {
    made_ = added_.empty() ? nullptr : CodeIndex::build(rows, added_, options_, go_on);
    return;
  }
  made_ = old_->with(
      rows, added_, [this](Slot slot) { return slot >= stays_.size() || !stays_[slot]; }, go_on);
}

void TailedIndex::end_update(Update update, std::size_t size) {
  if (!update.made_) return give_up_update();
  const auto is_missing = [&](std::size_t slot) { return slot < size && !(state_[slot] & kTaken); };
  std::size_t missing = 0;
  for (std::size_t slot = 0; slot < state_.size(); ++slot) missing += is_missing(slot);
  std::vector<Slot> tail;
  tail.reserve(missing);
  // From here on no memory is needed.
  for (std::size_t slot = 0; slot < state_.size(); ++slot) {
    if (is_missing(slot)) {
      tail.push_back(static_cast<Slot>(slot));
      state_[slot] = kInTail;
    } else {
      state_[slot] = 0;
    }
  }
  tail_ = std::move(tail);
  index_ = std::move(update.made_);
  trained_rows_ = training_rows_;
}

void TailedIndex::give_up_update() noexcept {
  for (std::uint8_t& state : state_) state &= static_cast<std::uint8_t>(~kTaken);
}

std::size_t TailedIndex::bytes() const {
  return (index_ ? index_->bytes() : 0) + state_.capacity() + tail_.capacity() * sizeof(Slot);
}

}  // namespace partita::vectors
