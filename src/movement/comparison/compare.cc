#include "movement/comparison/compare.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "base/try.h"
#include "movement/comparison/hashed_tables.h"
#include "movement/comparison/matcher.h"
#include "movement/comparison/record_file.h"
#include "movement/tables/get_items.h"
#include "movement/tables/item_keys.h"
#include "transfer/tables/workers.h"
#include "value/limits.h"
#include "value/view.h"

namespace partita::movement {
namespace {

constexpr int kCheckers = 4;
constexpr std::chrono::milliseconds kRoundPause{1'000};

std::string text_of(const transfer::TableFacts& table) {
  std::string text;
  for (const transfer::TableFacts::KeyAttribute& attribute : table.key)
    text += (text.empty() ? "" : ", ") + attribute.name + " (" + std::string(to_text(attribute.type)) + ")";
  return text;
}

Result<void> check_keys(const transfer::TableFacts& first, const transfer::TableFacts& second) {
  const auto same = [](const auto& a, const auto& b) { return a.name == b.name && a.type == b.type; };
  if (std::ranges::equal(first.key, second.key, same)) return {};
  return fail(ErrorCode::ValidationException, "the tables have different keys, so their items cannot be compared: " +
                                                  text_of(first) + " and " + text_of(second));
}

Result<void> read_side(const ComparedTable& compared, Side side, Matcher& matcher, std::atomic<std::uint64_t>& count) {
  const KeyNames names(compared.table);
  return transfer::scan_table(compared.database, compared.table.name, compared.scan,
                              [&](int, const std::vector<Item>& items) -> Result<void> {
                                for (const Item& item : items)
                                  PARTITA_TRY(matcher.add(side, names.key_of(item), item.bytes()));
                                count += items.size();
                                return {};
                              });
}

Result<void> read_both(const ComparedTable& first, const ComparedTable& second, Matcher& matcher,
                       CompareProgress& progress) {
  return transfer::run_workers(2, [&](int number, const std::atomic<bool>&) {
    return number == 0 ? read_side(first, Side::First, matcher, progress.first_items)
                       : read_side(second, Side::Second, matcher, progress.second_items);
  });
}

// The second reads, of the items that were not found alike.
class Recheck {
 public:
  Recheck(const ComparedTable& first, const ComparedTable& second, const CompareSettings& settings,
          CompareProgress& progress, Comparison& out)
      : first_(first), second_(second), settings_(settings), progress_(progress), out_(out) {}

  // Reads the items with the keys of `suspects`. Differences that may settle are in left() afterwards, and the others
  // are told.
  Result<void> run(RecordFile& suspects, bool is_last) {
    is_last_ = is_last;
    std::vector<std::string> batch;
    std::vector<std::vector<std::string>> batches;
    PARTITA_TRY(suspects.drain([&](std::string_view key) -> Result<void> {
      batch.emplace_back(key);
      if (batch.size() < limits::kBatchGetKeys) return {};
      batches.push_back(std::exchange(batch, {}));
      return batches.size() < kCheckers ? Result<void>() : check_all(batches);
    }));
    if (!batch.empty()) batches.push_back(std::move(batch));
    return check_all(batches);
  }
  RecordFile& left() { return left_; }

 private:
  Result<void> check_all(std::vector<std::vector<std::string>>& batches) {
    const auto done =
        transfer::run_workers(static_cast<int>(batches.size()), [&](int number, const std::atomic<bool>& is_stopped) {
          return check(batches[static_cast<std::size_t>(number)], is_stopped);
        });
    batches.clear();
    return done;
  }

  Result<void> check(const std::vector<std::string>& keys, const std::atomic<bool>& is_stopped) {
    PARTITA_TRY_VALUE(first, read(first_, keys, is_stopped));
    PARTITA_TRY_VALUE(second, read(second_, keys, is_stopped));
    if (is_stopped) return {};
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (first[i] == second[i]) continue;
      if (is_last_) {
        PARTITA_TRY(tell({.key = item_of(keys[i]), .first = std::move(first[i]), .second = std::move(second[i])}));
      } else {
        PARTITA_TRY(left_.add(keys[i]));
      }
    }
    progress_.checked += keys.size();
    return {};
  }

  static Result<std::vector<std::optional<Item>>> read(const ComparedTable& compared,
                                                       const std::vector<std::string>& keys,
                                                       const std::atomic<bool>& is_stopped) {
    transfer::Pace unlimited;
    return get_items(compared.database, compared.table, keys, compared.scan.pace ? *compared.scan.pace : unlimited,
                     is_stopped);
  }

  Result<void> tell(Difference difference) {
    if (!difference.second) difference.kind = Difference::Kind::OnlyFirst;
    if (!difference.first) difference.kind = Difference::Kind::OnlySecond;
    if (settings_.ignores(difference)) return {};
    ++(difference.kind == Difference::Kind::OnlyFirst    ? out_.only_first
       : difference.kind == Difference::Kind::OnlySecond ? out_.only_second
                                                         : out_.differing);
    return settings_.on_difference(difference);
  }

  const ComparedTable& first_;
  const ComparedTable& second_;
  const CompareSettings& settings_;
  CompareProgress& progress_;
  bool is_last_ = false;
  std::mutex mutex_;
  // These are guarded by mutex_.
  Comparison& out_;
  RecordFile left_;
};

}  // namespace

std::vector<std::string> Difference::attributes() const {
  std::set<std::string, std::less<>> names;
  const auto add = [&names](const std::optional<Item>& item, const std::optional<Item>& other) {
    if (!item || item->bytes().empty()) return;
    const value::ItemView there =
        other && !other->bytes().empty() ? value::ItemView(other->bytes()) : value::ItemView();
    for (const value::AttributeView& attribute : value::ItemView(item->bytes())) {
      const auto found = there.find(attribute.name);
      if (!found || *found != attribute.value) names.emplace(attribute.name);
    }
  };
  add(first, second);
  add(second, first);
  return {names.begin(), names.end()};
}

Result<Comparison> compare(const ComparedTable& first, const ComparedTable& second, const CompareSettings& settings,
                           CompareProgress& progress) {
  PARTITA_TRY(check_keys(first.table, second.table));
  Matcher matcher(settings.memory_bytes);
  if (can_hash(first) && can_hash(second))
    PARTITA_TRY(match_by_hashes(first, second, matcher, progress));
  else
    PARTITA_TRY(read_both(first, second, matcher, progress));
  Comparison out{.first_items = progress.first_items, .second_items = progress.second_items};
  RecordFile suspects;
  PARTITA_TRY(matcher.finish([&](std::string_view key) { return suspects.add(key); }));
  out.spilled = matcher.spilled();
  progress.suspects = suspects.count();
  const auto end = std::chrono::steady_clock::now() + settings.settle;
  for (;;) {
    const bool is_last = std::chrono::steady_clock::now() >= end;
    Recheck recheck(first, second, settings, progress, out);
    PARTITA_TRY(recheck.run(suspects, is_last));
    if (is_last || recheck.left().count() == 0) return out;
    suspects = std::move(recheck.left());
    std::this_thread::sleep_for(std::min(kRoundPause, settings.settle));
  }
}

}  // namespace partita::movement
