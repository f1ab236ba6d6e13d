#include "engine/history/changed_items.h"

#include <algorithm>

#include "base/try.h"
#include "engine/history/entry.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The image in an entry, as it was before the entry's change.
std::optional<std::string> image_before(const HistoryEntry& entry) {
  if (!entry.old_image) return std::nullopt;
  return std::string(*entry.old_image);
}

}  // namespace

ChangedItems::ChangedItems(const storage::Store& store, const storage::Snapshot& snapshot, const PastTable& past,
                           SequenceNumber from, std::uint32_t last_day, std::string_view after)
    : store_(store), snapshot_(snapshot), past_(past), from_(from), last_day_(last_day) {
  const std::uint32_t last_of_span = std::min(day_of(past.moment), last_day);
  for (std::uint32_t day = day_of(from); day <= last_of_span; ++day) {
    days_.push_back(entries_from(day, keys::history_bound(past.history, day, after)));
    while (!after.empty() && days_.back()->valid() && keys::parse_history_key(days_.back()->key()).suffix == after)
      days_.back()->next();
  }
  end_of_span_ = last_of_span + 1;
}

std::unique_ptr<storage::Iterator> ChangedItems::entries_from(std::uint32_t day, std::string lower) const {
  storage::IteratorOptions range;
  range.snapshot = &snapshot_;
  range.fill_cache = false;
  range.never_discarded = true;
  range.lower = std::move(lower);
  range.upper = keys::history_bound(past_.history, day + 1);
  return store_.iterate(range);
}

Result<void> ChangedItems::take_entries(std::unique_ptr<storage::Iterator>& day) {
  for (; day->valid(); day->next()) {
    const keys::HistoryKey key = keys::parse_history_key(day->key());
    if (key.suffix != suffix_) return {};
    if (key.number < from_ || is_behind_) continue;
    const bool is_in_span = key.number < past_.moment;
    PARTITA_TRY_VALUE(entry, checked_entry(day->value()));
    if (!is_in_span) {
      new_ = image_before(entry);
      is_behind_ = true;
      continue;
    }
    changed_ = key.number;
    note_originator(entry);
    if (!has_changed_) old_ = image_before(entry);
    has_changed_ = true;
  }
  PARTITA_TRY(day->end_state());
  day.reset();
  return {};
}

void ChangedItems::note_originator(const HistoryEntry& entry) {
  if (!has_changed_)
    originator_ = {entry.by, std::string(entry.writer)};
  else if (originator_.by != entry.by || originator_.writer != entry.writer)
    has_several_ = true;
}

Result<void> ChangedItems::look_behind() {
  for (std::uint32_t day = end_of_span_; day <= last_day_; ++day) {
    const auto entries = entries_from(day, keys::history_bound(past_.history, day, suffix_));
    if (!entries->valid()) {
      PARTITA_TRY(entries->end_state());
      continue;
    }
    if (keys::parse_history_key(entries->key()).suffix != suffix_) continue;
    PARTITA_TRY_VALUE(entry, checked_entry(entries->value()));
    new_ = image_before(entry);
    return {};
  }
  PARTITA_TRY_VALUE(item, store_.get(keys::base_key_of(past_.table, suffix_),
                                     {.snapshot = &snapshot_, .no_wait = false, .fill_cache = false}));
  new_.reset();
  if (item.state == storage::ReadState::Found) new_ = std::string(item.value.bytes);
  return {};
}

Result<bool> ChangedItems::next() {
  for (;;) {
    std::string_view lowest;
    for (auto& day : days_) {
      if (!day) continue;
      if (!day->valid()) {
        PARTITA_TRY(day->end_state());
        day.reset();
        continue;
      }
      const std::string_view suffix = keys::parse_history_key(day->key()).suffix;
      if (lowest.empty() || suffix < lowest) lowest = suffix;
    }
    if (lowest.empty()) return false;
    suffix_ = lowest;
    has_changed_ = is_behind_ = has_several_ = false;
    old_.reset();
    new_.reset();
    for (auto& day : days_)
      if (day && keys::parse_history_key(day->key()).suffix == suffix_) PARTITA_TRY(take_entries(day));
    if (!has_changed_) continue;
    if (!is_behind_) PARTITA_TRY(look_behind());
    if (old_ || new_) return true;
  }
}

}  // namespace partita::engine
