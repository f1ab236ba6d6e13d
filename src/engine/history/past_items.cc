#include "engine/history/past_items.h"

#include "base/try.h"
#include "engine/history/entry.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// The entries of an item that are passed one by one. If more are not needed, a new iterator is made behind them.
constexpr int kPassed = 16;

}  // namespace

PastItems::PastItems(const storage::Store& store, const storage::Snapshot& snapshot, const PastTable& past,
                     std::uint32_t last_day, std::string_view after)
    : store_(store), snapshot_(snapshot), past_(past) {
  storage::IteratorOptions range;
  range.snapshot = &snapshot;
  range.fill_cache = false;
  range.never_discarded = true;
  range.lower = keys::base_key_of(past.table, after);
  if (!after.empty()) range.lower.push_back('\0');
  range.upper = keys::index_upper(past.table, keys::kBaseTable);
  items_ = store.iterate(range);
  for (std::uint32_t day = day_of(past.moment); day <= last_day; ++day) {
    const auto next = next_day(day, last_day);
    if (!next) break;
    day = *next;
    // No suffix is a prefix of another one, so the entries of `after` all begin with it.
    std::string lower = keys::history_bound(past.history, day, after);
    if (!after.empty()) lower.append(sizeof(SequenceNumber) + 1, '\xff');
    days_.push_back({day, entries_from(day, std::move(lower))});
  }
}

std::optional<std::uint32_t> PastItems::next_day(std::uint32_t from, std::uint32_t last) {
  storage::IteratorOptions range;
  range.snapshot = &snapshot_;
  range.fill_cache = false;
  range.never_discarded = true;
  range.lower = keys::history_bound(past_.history, from);
  range.upper = keys::history_bound(past_.history, last + 1);
  const auto it = store_.iterate(range);
  if (it->valid()) return keys::parse_history_key(it->key()).day;
  if (auto ended = it->end_state(); !ended) fault_ = std::move(ended.error());
  return std::nullopt;
}

std::unique_ptr<storage::Iterator> PastItems::entries_from(std::uint32_t day, std::string lower) const {
  storage::IteratorOptions range;
  range.snapshot = &snapshot_;
  range.fill_cache = false;
  range.never_discarded = true;
  range.lower = std::move(lower);
  range.upper = keys::history_bound(past_.history, day + 1);
  return store_.iterate(range);
}

Result<void> PastItems::check_end(Day& day) {
  PARTITA_TRY(day.at->end_state());
  day.at.reset();
  return {};
}

Result<void> PastItems::settle(Day& day) {
  if (!day.at) return {};
  std::string passed;
  for (int count = 0;; ++count) {
    if (!day.at->valid()) return check_end(day);
    const keys::HistoryKey key = keys::parse_history_key(day.at->key());
    if (key.number >= past_.moment) return {};
    if (key.suffix != passed) {
      passed = key.suffix;
      count = 0;
    }
    if (count < kPassed)
      day.at->next();
    else
      day.at = entries_from(day.day, keys::history_key(past_.history, day.day, passed, past_.moment));
  }
}

Result<void> PastItems::skip(Day& day, std::string_view suffix) {
  for (int count = 0;; ++count) {
    if (!day.at->valid()) return check_end(day);
    if (keys::parse_history_key(day.at->key()).suffix != suffix) return settle(day);
    if (count < kPassed) {
      day.at->next();
    } else {
      std::string behind = keys::history_bound(past_.history, day.day, suffix);
      day.at = entries_from(day.day, behind.append(sizeof(SequenceNumber) + 1, '\xff'));
    }
  }
}

Result<PastItems::Step> PastItems::next(std::size_t& budget) {
  if (fault_) return unexpected(*fault_);
  if (!begun_) {
    begun_ = true;
    for (Day& day : days_) PARTITA_TRY(settle(day));
  }
  for (; budget > 0; --budget) {
    const bool has_item = items_->valid();
    if (!has_item) PARTITA_TRY(items_->end_state());
    std::string_view lowest = has_item ? keys::suffix_of(items_->key()) : std::string_view();
    Day* first = nullptr;  // the earliest day with an entry of the lowest item
    for (Day& day : days_) {
      if (!day.at) continue;
      const std::string_view suffix = keys::parse_history_key(day.at->key()).suffix;
      if (lowest.empty() || suffix < lowest || (suffix == lowest && first == nullptr)) {
        lowest = suffix;
        first = &day;
      }
    }
    if (lowest.empty()) return Step::End;
    suffix_ = lowest;
    bool exists = true;
    if (first != nullptr) {
      PARTITA_TRY_VALUE(entry, checked_entry(first->at->value()));
      exists = entry.old_image.has_value();
      item_ = entry.old_image.value_or(std::string_view());
      for (Day& day : days_)
        if (day.at && keys::parse_history_key(day.at->key()).suffix == suffix_) PARTITA_TRY(skip(day, suffix_));
    } else {
      item_ = items_->value();
    }
    if (has_item && keys::suffix_of(items_->key()) == suffix_) items_->next();
    if (exists) return Step::Item;
  }
  return Step::Later;
}

}  // namespace partita::engine
