#include "engine/history/item_versions.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/try.h"
#include "engine/history/entry.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

constexpr SequenceNumber kBehindAll = std::numeric_limits<SequenceNumber>::max();

std::optional<std::string> owned(const std::optional<std::string_view>& image) {
  if (!image) return std::nullopt;
  return std::string(*image);
}

}  // namespace

ItemVersions::ItemVersions(const storage::Store& store, const storage::Snapshot& snapshot, ItemChanges changes,
                           storage::Direction direction, std::uint32_t last_day)
    : store_(store),
      snapshot_(snapshot),
      changes_(std::move(changes)),
      direction_(direction),
      last_day_(std::max(last_day, day_of(changes_.from))) {
  day_ = direction == storage::Direction::Forward ? day_of(changes_.from) : std::min(last_day_, day_of(changes_.below));
}

std::unique_ptr<storage::Iterator> ItemVersions::entries_of(std::uint32_t day, SequenceNumber from,
                                                            SequenceNumber below, storage::Direction direction) const {
  storage::IteratorOptions range;
  range.snapshot = &snapshot_;
  range.fill_cache = false;
  range.never_discarded = true;
  range.direction = direction;
  range.lower = keys::history_key(changes_.history, day, changes_.suffix, from);
  range.upper = keys::history_key(changes_.history, day, changes_.suffix, below);
  return store_.iterate(range);
}

Result<std::optional<ItemVersions::Entry>> ItemVersions::next_entry() {
  const bool forward = direction_ == storage::Direction::Forward;
  for (;;) {
    if (!entries_) {
      if (!day_) return std::nullopt;
      entries_ = entries_of(*day_, changes_.from, forward ? kBehindAll : changes_.below, direction_);
      const bool is_last = *day_ == (forward ? last_day_ : day_of(changes_.from));
      day_ = is_last ? std::nullopt : std::optional(forward ? *day_ + 1 : *day_ - 1);
    }
    if (entries_->valid()) break;
    PARTITA_TRY(entries_->end_state());
    entries_.reset();
  }
  PARTITA_TRY_VALUE(stored, checked_entry(entries_->value()));
  Entry entry{keys::parse_history_key(entries_->key()).number, stored.by, std::string(stored.writer),
              owned(stored.old_image)};
  entries_->next();
  return std::optional<Entry>(std::move(entry));
}

Result<std::optional<std::string>> ItemVersions::item_before(SequenceNumber number) const {
  for (std::uint32_t day = day_of(number); day <= last_day_; ++day) {
    const auto entries = entries_of(day, number, kBehindAll, storage::Direction::Forward);
    if (entries->valid()) {
      PARTITA_TRY_VALUE(entry, checked_entry(entries->value()));
      return owned(entry.old_image);
    }
    PARTITA_TRY(entries->end_state());
  }
  return item_of_now();
}

Result<std::optional<std::string>> ItemVersions::item_of_now() const {
  PARTITA_TRY_VALUE(found, store_.get(keys::base_key_of(changes_.table, changes_.suffix),
                                      {.snapshot = &snapshot_, .no_wait = false, .fill_cache = false}));
  if (found.state != storage::ReadState::Found) return std::nullopt;
  return std::optional<std::string>(found.value.bytes);
}

Result<bool> ItemVersions::next() {
  if (ended_) return false;
  return direction_ == storage::Direction::Forward ? next_forward() : next_back();
}

Result<bool> ItemVersions::next_back() {
  if (!begun_) {
    PARTITA_TRY_VALUE(last, item_before(changes_.below));
    state_ = std::move(last);
    begun_ = true;
  }
  PARTITA_TRY_VALUE(entry, next_entry());
  item_ = std::move(state_);
  if (entry) {
    number_ = entry->number;
    by_ = entry->by;
    writer_ = std::move(entry->writer);
    state_ = std::move(entry->old_image);
  } else {
    number_ = 0;
    by_ = ChangedBy::Request;
    writer_.clear();
    ended_ = true;
  }
  return true;
}

Result<bool> ItemVersions::next_forward() {
  if (begun_ && (!pending_ || pending_->number >= changes_.below)) {
    ended_ = true;
    return false;
  }
  number_ = begun_ ? pending_->number : 0;
  by_ = begun_ ? pending_->by : ChangedBy::Request;
  writer_ = begun_ ? std::move(pending_->writer) : std::string();
  begun_ = true;
  PARTITA_TRY_VALUE(entry, next_entry());
  pending_ = std::move(entry);
  if (pending_) {
    item_ = pending_->old_image;
  } else {
    PARTITA_TRY_VALUE(now, item_of_now());
    item_ = std::move(now);
  }
  return true;
}

}  // namespace partita::engine
