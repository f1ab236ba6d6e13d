#include "engine/jobs/history_job.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/try.h"
#include "engine/commit/item_locks.h"
#include "engine/history/entry.h"
#include "engine/jobs/erased_range.h"
#include "engine/jobs/jobs.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// An operation draws its moment before the catalog shows that it needs it, and must come to that within this time.
constexpr std::int64_t kSlackMs = 60 * 60 * 1000;
constexpr std::int64_t kYoungMs = 60 * 1000;
constexpr std::uint64_t kThinFromBytes = 64 << 20;
constexpr std::size_t kEntriesAtOnce = 4096;

// The moments of the backups, and of the restores and exports under way, that need the history, ascending.
std::vector<SequenceNumber> moments_of(const Context& context, keys::TableId history) {
  std::vector<SequenceNumber> moments;
  for (const catalog::BackupPtr& backup : context.catalog.backups())
    if (backup->history == history) moments.push_back(backup->moment);
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (table->restore && table->restore->history == history) moments.push_back(table->restore->moment);
  for (const catalog::TransferPtr& transfer : context.catalog.transfers()) {
    if (!transfer->needs_history() || transfer->history != history) continue;
    moments.push_back(transfer->moment);
    if (transfer->from != 0) moments.push_back(transfer->from);
  }
  std::ranges::sort(moments);
  return moments;
}

std::int64_t now_ms(const Context& context) { return time_of(context.numbers.settled_below()); }

// The lowest moment of each history that has one.
using LowestMoments = std::map<keys::TableId, SequenceNumber>;
LowestMoments lowest_moments(const Context& context) {
  LowestMoments lowest;
  const auto note = [&](keys::TableId history, SequenceNumber moment) {
    const auto [at, is_new] = lowest.emplace(history, moment);
    if (!is_new) at->second = std::min(at->second, moment);
  };
  for (const catalog::BackupPtr& backup : context.catalog.backups()) note(backup->history, backup->moment);
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (table->restore) note(table->restore->history, table->restore->moment);
  for (const catalog::TransferPtr& transfer : context.catalog.transfers())
    if (transfer->needs_history()) note(transfer->history, transfer->from != 0 ? transfer->from : transfer->moment);
  return lowest;
}

// The lowest number whose entries something may need. nullopt if the history is not needed.
std::optional<SequenceNumber> needed_from(const Context& context, const catalog::TableInfo& table,
                                          const LowestMoments& moments) {
  std::optional<SequenceNumber> lowest;
  if (const auto of_history = moments.find(table.history->id); of_history != moments.end()) lowest = of_history->second;
  if (table.recovery) {
    const SequenceNumber kept =
        std::max(table.recovery->since, first_number_at(now_ms(context) - table.recovery->period_days * kDayMs));
    lowest = std::min(lowest.value_or(kept), kept);
  }
  return lowest;
}

// Whether an operation that begins the history may not have come to need it yet.
bool is_young(const Context& context, const catalog::TableInfo& table) {
  return now_ms(context) - time_of(table.history->since) < kYoungMs;
}

std::uint32_t first_needed_day(SequenceNumber from) {
  return day_of(first_number_at(std::max<std::int64_t>(0, time_of(from) - kSlackMs)));
}

bool must_thin(const catalog::TableInfo& table) {
  const catalog::HistoryState& state = *table.history->state;
  if (table.recovery) return false;
  return !state.is_thinned ||
         state.written - state.written_when_thinned > std::max(kThinFromBytes, state.kept_bytes.load());
}

enum class Due : std::uint8_t { Nothing, Begin, End, Trim, Thin };
Due due(const Context& context, const catalog::TableInfo& table, const LowestMoments& moments) {
  if (!table.history) return Due::Nothing;
  if (table.history->since == 0) return Due::Begin;
  const auto from = needed_from(context, table, moments);
  if (!from) return is_young(context, table) ? Due::Nothing : Due::End;
  if (first_needed_day(*from) > table.history->state->trimmed_day) return Due::Trim;
  return must_thin(table) ? Due::Thin : Due::Nothing;
}

// A table that is gone meanwhile needs no work.
Result<void> unless_gone(const Result<catalog::TablePtr>& changed) {
  if (changed || changed.error().code == ErrorCode::ResourceNotFoundException) return {};
  return unexpected(changed.error());
}

class HistoryJob final : public Job {
 public:
  explicit HistoryJob(keys::TableId table) : table_(table) {}

  Result<Slice> run_slice(Context& context) override {
    const catalog::TablePtr table = context.catalog.find(table_);
    if (!table || !table->history || (history_ != 0 && history_ != table->history->id)) return Slice::Done;
    history_ = table->history->id;
    if (thinning_) return thin(context, *table);
    if (range_) return trim(context, *table);
    switch (due(context, *table, lowest_moments(context))) {
      case Due::Nothing:
        return Slice::Done;
      case Due::Begin:
        return begin(context);
      case Due::End:
        return end(context);
      case Due::Trim:
        return trim(context, *table);
      case Due::Thin:
        return thin(context, *table);
    }
    return Slice::Done;
  }

 private:
  // The operation that began the history ended before it noted its number.
  Result<Slice> begin(Context& context) const {
    context.locks.wait_for_writers();
    SequenceNumbers::Ticket boundary(context.numbers);
    const SequenceNumber since = boundary.draw(history_);
    PARTITA_TRY(unless_gone(context.catalog.update(table_, [&](catalog::TableInfo& now) -> Result<void> {
      if (now.history && now.history->id == history_ && now.history->since == 0) now.history->since = since;
      return {};
    })));
    return Slice::Done;
  }

  Result<Slice> end(Context& context) const {
    PARTITA_TRY(unless_gone(context.catalog.update(table_, [&](catalog::TableInfo& now) -> Result<void> {
      if (due(context, now, lowest_moments(context)) == Due::End) now.history.reset();
      return {};
    })));
    context.jobs.wake();
    return Slice::Done;
  }

  Result<Slice> trim(Context& context, const catalog::TableInfo& table) {
    if (!range_) {
      const auto from = needed_from(context, table, lowest_moments(context));
      if (!from) return Slice::Done;
      day_ = first_needed_day(*from);
      range_.emplace(std::pair(keys::history_bound(history_, 0), keys::history_bound(history_, day_)));
    }
    PARTITA_TRY_VALUE(erased, range_->erase_some(context));
    if (!erased) return Slice::More;
    range_.reset();
    table.history->state->trimmed_day = day_;
    return Slice::More;
  }

  struct Thinning {
    std::vector<SequenceNumber> moments;
    SequenceNumber below = 0;  // entries with a greater number stay
    std::uint64_t written = 0;
    std::string next;       // the key from which to go on
    std::string suffix;     // of the entry before it
    std::uint32_t day = 0;  // of the entry before it
    SequenceNumber number = 0;
    std::uint64_t kept_bytes = 0;
  };

  // No backup can be added meanwhile with a moment that the list lacks, because add_backup() compares the numbers.
  Result<void> begin_thinning(Context& context, const catalog::TableInfo& table) {
    Thinning thinning;
    thinning.below = context.numbers.settled_below();
    thinning.written = table.history->state->written;
    bool begun = false;
    PARTITA_TRY(unless_gone(context.catalog.update(table_, [&](catalog::TableInfo& now) -> Result<void> {
      if (!now.history || now.history->id != history_ || now.recovery) return {};
      now.history->state->thinned_below = thinning.below;
      thinning.moments = moments_of(context, history_);
      begun = true;
      return {};
    })));
    thinning.next = keys::history_bound(history_, table.history->state->trimmed_day);
    if (begun) thinning_ = std::move(thinning);
    return {};
  }

  // Whether a moment is behind the entry before and not behind this one, so that this entry has the item at it. Entries
  // of earlier days are not looked up, so the first one of an item and day stays.
  static bool is_needed(const Thinning& at, bool is_first, SequenceNumber number) {
    if (is_first || number >= at.below) return true;
    const auto moment = std::ranges::upper_bound(at.moments, at.number);
    return moment != at.moments.end() && *moment <= number;
  }

  Result<Slice> thin(Context& context, const catalog::TableInfo& table) {
    if (!thinning_) PARTITA_TRY(begin_thinning(context, table));
    if (!thinning_) return Slice::Done;
    Thinning& at = *thinning_;
    storage::IteratorOptions range;
    range.lower = at.next;
    range.upper = keys::index_upper(history_, keys::kHistoryIndex);
    range.fill_cache = false;
    range.never_discarded = true;
    storage::Batch batch;
    auto entries = context.store.iterate(range);
    for (std::size_t count = 0; entries->valid() && count < kEntriesAtOnce; entries->next(), ++count) {
      const keys::HistoryKey key = keys::parse_history_key(entries->key());
      const bool is_first = key.day != at.day || key.suffix != at.suffix;
      if (is_needed(at, is_first, key.number))
        at.kept_bytes += entries->key().size() + entries->value().size();
      else
        batch.erase(entries->key());
      at.day = key.day;
      at.suffix = key.suffix;
      at.number = key.number;
      at.next = std::string(entries->key()) + '\0';
    }
    const bool more = entries->valid();
    if (!more) PARTITA_TRY(entries->end_state());
    if (!batch.empty()) PARTITA_TRY(context.store.write(batch, storage::Store::Sync::No));
    if (more) return Slice::More;
    catalog::HistoryState& state = *table.history->state;
    state.kept_bytes = at.kept_bytes;
    state.written_when_thinned = at.written;
    state.is_thinned = true;
    thinning_.reset();
    return Slice::Done;
  }

  const keys::TableId table_;
  keys::TableId history_ = 0;
  std::uint32_t day_ = 0;
  std::optional<ErasedRange> range_;  // set while days are erased
  std::optional<Thinning> thinning_;  // set while entries are erased
};

// A failure is logged with the next plan, which tries again.
void remove_expired(Context& context) {
  for (const catalog::BackupPtr& backup : context.catalog.backups())
    if (backup->expires_ms != 0 && backup->expires_ms <= context.clock.now_ms())
      (void)context.catalog.remove_backup(backup->id, [&]() -> Result<void> {
        for (const catalog::TablePtr& table : context.catalog.tables())
          if (table->restore && table->restore->backup == backup->arn_name)
            return fail(ErrorCode::BackupInUseException, "a restore reads the backup");
        return {};
      });
}

}  // namespace

void plan_history_jobs(Context& context, std::vector<PlannedJob>& out) {
  remove_expired(context);
  const LowestMoments moments = lowest_moments(context);
  for (const catalog::TablePtr& table : context.catalog.tables())
    if (due(context, *table, moments) != Due::Nothing)
      out.push_back({{JobKey::Kind::History, table->id, keys::kHistoryIndex}, std::make_unique<HistoryJob>(table->id)});
}

}  // namespace partita::engine
