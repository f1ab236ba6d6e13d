#include "movement/copies/copy_items.h"

#include <algorithm>
#include <mutex>

#include "base/try.h"
#include "movement/copies/write_pool.h"
#include "transfer/tables/workers.h"

namespace partita::movement {
namespace {

constexpr double kSecondsOfPage = 5;
constexpr double kNoLimitRate = 10'000;  // items a second

// The places of the segments, which their threads move.
class Places {
 public:
  Places(std::vector<CopySegment>& segments, const CopySettings& settings) : segments_(segments), settings_(settings) {}

  CopySegment of(int segment) {
    const std::lock_guard lock(mutex_);
    return segments_[static_cast<std::size_t>(segment)];
  }
  Result<void> move(int segment, CopySegment to) {
    const std::lock_guard lock(mutex_);
    segments_[static_cast<std::size_t>(segment)] = std::move(to);
    const auto now = std::chrono::steady_clock::now();
    if (now - saved_ < settings_.save_every) return {};
    saved_ = now;
    return settings_.save(segments_);
  }

 private:
  std::mutex mutex_;
  // These are guarded by mutex_.
  std::vector<CopySegment>& segments_;
  const CopySettings& settings_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

std::vector<transfer::ItemWrite> writes_of(const std::vector<Item>& items, CopyProgress& progress) {
  std::vector<transfer::ItemWrite> writes;
  writes.reserve(items.size());
  for (const Item& item : items) {
    progress.bytes += item.bytes().size();
    writes.push_back({.item = item.to_map(), .text_bytes = item.bytes().size()});
  }
  return writes;
}

// The items of a page, so that it is written within a few seconds at a low rate, because the place moves with whole
// pages. nullopt: as many as 1 MB has.
OptionalInteger page_limit(const CopySettings& settings, int segments) {
  double rate = 0;
  for (const transfer::Pace* pace : {settings.write_units, settings.items})
    if (pace != nullptr && pace->rate() > 0) rate = rate == 0 ? pace->rate() : std::min(rate, pace->rate());
  if (rate == 0 || rate > kNoLimitRate) return std::nullopt;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(rate * kSecondsOfPage / segments));
}

}  // namespace

Result<void> copy_items(Database& source, const std::string& table, Database& target, const std::string& target_table,
                        std::vector<CopySegment>& segments, const CopySettings& settings, CopyProgress& progress) {
  for (const CopySegment& segment : segments) progress.items += segment.items;
  Places places(segments, settings);
  transfer::BatchWriter writer(target,
                               {.table = target_table, .patience = settings.patience, .pace = settings.write_units},
                               [&](const transfer::ItemWrite& write, const std::string& fault) {
                                 ++progress.refused;
                                 settings.on_refused(write, fault);
                               });
  const int count = static_cast<int>(segments.size());
  std::atomic<bool> is_stopped = false;
  WritePool pool(writer, settings.writers, settings.items, progress.items, is_stopped);
  const auto copy_segment = [&](int number) -> Result<void> {
    CopySegment place = places.of(number);
    ScanRequest request{.table_name = table};
    if (count > 1) {
      request.total_segments = count;
      request.segment = number;
    }
    if (settings.read_units != nullptr) request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    if (settings.consistency == transfer::ReadConsistency::Consistent) request.consistent_read = true;
    while (!place.is_done && !is_stopped) {
      request.limit = page_limit(settings, count);
      if (!place.start_key.empty()) request.exclusive_start_key = place.start_key;
      PARTITA_TRY_VALUE(page, transfer::scan_page(source, request, settings.read_units, is_stopped));
      if (page.items && !page.items->empty()) {
        PARTITA_TRY_VALUE(written, pool.write(writes_of(*page.items, progress)));
        if (is_stopped) return {};
        place.items += written;
      }
      place.is_done = !page.last_evaluated_key;
      if (page.last_evaluated_key) place.start_key = *std::move(page.last_evaluated_key);
      PARTITA_TRY(places.move(number, place));
    }
    return {};
  };
  auto done = transfer::run_workers(count, [&](int number, const std::atomic<bool>& has_failed) -> Result<void> {
    auto copied = copy_segment(number);
    if (!copied || has_failed) is_stopped = true;
    return copied;
  });
  // The places are stored also if the copy failed, so that the next attempt begins there.
  auto saved = settings.save(segments);
  return done ? std::move(saved) : std::move(done);
}

}  // namespace partita::movement
