#include "engine/backups/item_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/iso_time.h"
#include "base/try.h"
#include "engine/backups/recovery_window.h"
#include "engine/changes/item_keys.h"
#include "engine/history/entry.h"
#include "engine/records/record.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

using storage::Direction;

// The versions that a search for a change reads at most, as the bytes of their items and so many for each of them. A
// search runs on a thread that other operations need.
constexpr std::size_t kSearchedBytes = 16 << 20, kBytesOfVersion = 128;
// The last millisecond that a number has.
constexpr std::int64_t kLastMs = time_of(std::numeric_limits<SequenceNumber>::max());

Result<SequenceNumber> number_at(const RecoveryWindow& window, std::int64_t ms, std::string_view member) {
  if (ms < window.kept_ms)
    return fail(ErrorCode::InvalidRestoreTimeException,
                fmt::format("{} '{}' must not be before EarliestRestorableDateTime '{}'", member,
                            base::iso_time_text(ms), base::iso_time_text(window.kept_ms)));
  return std::max(window.first, first_number_at(std::min(ms, kLastMs)));
}

unexpected<Error> never_matched(std::string_view how) {
  return fail(ErrorCode::InvalidRestoreTimeException,
              fmt::format("No change within the time made the item match ConditionExpression. It {}", how));
}

}  // namespace

Result<ChangesSpan> wanted_span(const Context& context, const catalog::TableInfo& table,
                                const ops::PreparedChanges& wanted) {
  if (!table.recovery || !table.history) return recovery_is_off(table.name);
  const RecoveryWindow window = recovery_window(context, table);
  ChangesSpan span{.from = window.first, .below = std::numeric_limits<SequenceNumber>::max()};
  if (wanted.from_ms) {
    if (*wanted.from_ms > time_of(context.numbers.settled_below()))
      return fail(ErrorCode::InvalidRestoreTimeException,
                  fmt::format("StartTime '{}' is after now", base::iso_time_text(*wanted.from_ms)));
    PARTITA_TRY_VALUE(from, number_at(window, *wanted.from_ms, "StartTime"));
    span.from = from;
  }
  if (wanted.below_ms) {
    PARTITA_TRY_VALUE(below, number_at(window, *wanted.below_ms, "EndTime"));
    span.below = below;
  }
  return span;
}

Result<ItemChanges> wanted_changes(const Context& context, const catalog::TableInfo& table,
                                   const ops::PreparedChanges& wanted) {
  if (!table.recovery || !table.history) return recovery_is_off(table.name);
  PARTITA_TRY_VALUE(key, key_of_key(table, *wanted.key));
  PARTITA_TRY_VALUE(span, wanted_span(context, table, wanted));
  return ItemChanges{.table = table.id,
                     .history = table.history->id,
                     .suffix = std::string(keys::suffix_of(key)),
                     .from = span.from,
                     .below = span.below};
}

ItemVersions versions_of(const Context& context, const storage::Snapshot& snapshot, ItemChanges changes,
                         Direction direction) {
  return ItemVersions(context.store, snapshot, std::move(changes), direction,
                      day_of(context.numbers.settled_below()) + 1);
}

Result<SequenceNumber> find_change(const Context& context, const catalog::TableInfo& table,
                                   const storage::Snapshot& snapshot, const ops::PreparedMatch& wanted) {
  PARTITA_TRY(check_scalar_keys(table, wanted.condition->nested_names()));
  PARTITA_TRY_VALUE(changes, wanted_changes(context, table, wanted.changes));
  const bool forward = wanted.changes.forward;
  ItemVersions versions =
      versions_of(context, snapshot, std::move(changes), forward ? Direction::Forward : Direction::Reverse);
  bool is_first = true, matched_before = false, ever_matched = false;
  SequenceNumber number_before = 0;
  std::size_t bytes = 0;
  for (;;) {
    PARTITA_TRY_VALUE(more, versions.next());
    if (!more) break;
    bytes += kBytesOfVersion + (versions.item() ? versions.item()->size() : 0);
    if (bytes > kSearchedBytes)
      return fail(
          ErrorCode::InvalidRestoreTimeException,
          fmt::format("No change within 16 MB of versions of the item made it match ConditionExpression. Name a "
                      "shorter time by StartTime and EndTime; the search came to '{}'",
                      base::iso_time_text(time_of(versions.number()))));
    const bool matches =
        wanted.condition->matches(versions.item() ? value::ItemView(*versions.item()) : value::ItemView());
    if (!is_first && forward && matches && !matched_before) return versions.number();
    if (!is_first && !forward && matched_before && !matches) return number_before;
    is_first = false;
    ever_matched = ever_matched || matches;
    matched_before = matches;
    number_before = versions.number();
  }
  return never_matched(ever_matched ? "matched it already" : "never matched it");
}

// All records of an item have its lock, so the item's newest change up to a record is that of the record's batch.
Result<std::optional<SequenceNumber>> batch_of_record(const Context& context, const catalog::TableInfo& table,
                                                      SequenceNumber number) {
  if (!table.has_stream()) return std::nullopt;
  const auto snapshot = context.store.snapshot();
  PARTITA_TRY_VALUE(stored, context.store.get(keys::stream_record_key(table.stream->id, number),
                                              {.snapshot = snapshot.get(), .no_wait = false}));
  if (stored.state != storage::ReadState::Found) return std::nullopt;
  const auto record = read_record(stored.value.bytes);
  if (!record) return fail(ErrorCode::Corruption, "a record of a stream does not decode");
  const std::string_view image = !record->new_image.empty()   ? record->new_image
                                 : !record->old_image.empty() ? record->old_image
                                                              : record->keys;
  if (!value::ItemView::check(image)) return fail(ErrorCode::Corruption, "an image of a stream does not decode");
  ItemVersions versions =
      versions_of(context, *snapshot,
                  {.table = table.id,
                   .history = table.history->id,
                   .suffix = std::string(keys::suffix_of(key_of_stored(table, value::ItemView(image)))),
                   .from = recovery_window(context, table).first,
                   .below = number + 1},
                  Direction::Reverse);
  PARTITA_TRY_VALUE(found, versions.next());
  if (!found || versions.number() == 0) return std::nullopt;
  return std::optional<SequenceNumber>(versions.number());
}

}  // namespace partita::engine
