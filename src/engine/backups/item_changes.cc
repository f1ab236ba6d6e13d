#include "engine/backups/item_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/iso_time.h"
#include "base/try.h"
#include "engine/backups/recovery_window.h"
#include "engine/changes/item_keys.h"
#include "engine/history/entry.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

using storage::Direction;

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

Result<ItemChanges> wanted_changes(const Context& context, const catalog::TableInfo& table,
                                   const ops::PreparedChanges& wanted) {
  if (!table.recovery || !table.history) return recovery_is_off(table.name);
  PARTITA_TRY_VALUE(key, key_of_key(table, *wanted.key));
  const RecoveryWindow window = recovery_window(context, table);
  ItemChanges changes{.table = table.id,
                      .history = table.history->id,
                      .suffix = std::string(keys::suffix_of(key)),
                      .from = window.first,
                      .below = std::numeric_limits<SequenceNumber>::max()};
  if (wanted.from_ms) {
    PARTITA_TRY_VALUE(from, number_at(window, *wanted.from_ms, "StartTime"));
    changes.from = from;
  }
  if (wanted.below_ms) {
    PARTITA_TRY_VALUE(below, number_at(window, *wanted.below_ms, "EndTime"));
    changes.below = below;
  }
  return changes;
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
  for (;;) {
    PARTITA_TRY_VALUE(more, versions.next());
    if (!more) break;
    const bool matches =
        wanted.condition->matches(versions.item() ? value::ItemView(*versions.item()) : value::ItemView());
    if (!is_first && forward && matches && !matched_before) return versions.number();
    if (!is_first && !forward && matched_before && !matches) return number_before;
    is_first = false;
    ever_matched = ever_matched || matches;
    matched_before = matches;
    number_before = versions.number();
  }
  return never_matched(ever_matched ? "matched it already" : "did not match it");
}

}  // namespace partita::engine
