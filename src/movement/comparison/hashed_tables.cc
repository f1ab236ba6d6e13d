#include "movement/comparison/hashed_tables.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/part_sums.h"
#include "base/random.h"
#include "base/try.h"
#include "movement/tables/item_keys.h"
#include "transfer/tables/patience.h"
#include "transfer/tables/patient_page.h"
#include "transfer/tables/workers.h"
#include "value/limits.h"

namespace partita::movement {
namespace {

// A segment is about two pages of small items. Only segments with a part that differs are read a second time.
constexpr std::uint64_t kItemsOfSegment = 16'384;
constexpr std::uint64_t kMostSegments = 1'024;
// The items of a part are those that are listed for one that differs.
constexpr std::uint64_t kItemsOfPart = 128;
constexpr std::uint64_t kLeastParts = 16, kMostParts = 256;
constexpr std::chrono::minutes kPatience{5};
constexpr double kUnitsOfPage = 512;  // of 4 MB, eventually consistent

HashItemsRequest request_for(const ComparedTable& compared, const std::string& key, std::size_t parts) {
  HashItemsRequest request{.table_name = compared.table.name,
                           .hash_key = AttributeValue::binary(key),
                           .part_count = static_cast<std::int64_t>(parts)};
  if (compared.scan.pace != nullptr) request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  if (compared.scan.consistency == transfer::ReadConsistency::Consistent) request.consistent_read = true;
  return request;
}

// The sums of one segment in both tables, and the parts in which they differ.
struct Segment {
  explicit Segment(std::size_t parts) : sums{base::PartSums(parts), base::PartSums(parts)} {}
  std::array<base::PartSums, 2> sums;
  std::vector<std::int64_t> differing;
};

class HashedTables {
 public:
  HashedTables(const ComparedTable& first, const ComparedTable& second, Matcher& matcher, CompareProgress& progress)
      : tables_{&first, &second},
        matcher_(matcher),
        progress_(progress),
        key_(base::random_bytes(limits::kHashKeyBytes)) {
    const std::uint64_t items = std::max(first.table.item_count, second.table.item_count);
    const auto threads = static_cast<std::uint64_t>(std::max(first.scan.segments, second.scan.segments));
    const std::uint64_t segments = std::clamp(items / kItemsOfSegment, threads, std::max(threads, kMostSegments));
    parts_ = std::clamp(items / segments / kItemsOfPart, kLeastParts, kMostParts);
    segments_.assign(segments, Segment(parts_));
  }

  Result<void> run() {
    PARTITA_TRY(on_all([this](std::size_t side, std::size_t number, const std::atomic<bool>& is_stopped) {
      return sum_up(side, number, is_stopped);
    }));
    for (Segment& segment : segments_) {
      const auto differing = segment.sums[0].differing(segment.sums[1]);
      segment.differing.assign(differing.begin(), differing.end());
    }
    return on_all([this](std::size_t side, std::size_t number, const std::atomic<bool>& is_stopped) {
      return segments_[number].differing.empty() ? Result<void>() : list(side, number, is_stopped);
    });
  }

 private:
  // Calls `work` for each segment of both tables, of each on as many threads as it is scanned with.
  template <class Work>
  Result<void> on_all(const Work& work) {
    std::array<std::atomic<std::size_t>, 2> next{};
    const int first_threads = tables_[0]->scan.segments;
    return transfer::run_workers(first_threads + tables_[1]->scan.segments,
                                 [&](int thread, const std::atomic<bool>& is_stopped) -> Result<void> {
                                   const std::size_t side = thread < first_threads ? 0 : 1;
                                   for (;;) {
                                     const std::size_t number = next[side]++;
                                     if (number >= segments_.size() || is_stopped) return {};
                                     PARTITA_TRY(work(side, number, is_stopped));
                                   }
                                 });
  }

  // Gives the pages of a segment to `take`.
  template <class Take>
  Result<void> read(std::size_t side, HashItemsRequest request, std::size_t number, const std::atomic<bool>& is_stopped,
                    const Take& take) {
    const ComparedTable& compared = *tables_[side];
    request.total_segments = static_cast<std::int64_t>(segments_.size());
    request.segment = static_cast<std::int64_t>(number);
    do {
      PARTITA_TRY_VALUE(page,
                        transfer::patient_page<HashItemsResponse>(compared.database, &Database::hash_items, request,
                                                                  compared.scan.pace, kUnitsOfPage, is_stopped));
      PARTITA_TRY(take(page));
      request.exclusive_start_key = std::move(page.last_evaluated_key);
    } while (request.exclusive_start_key && !is_stopped);
    return {};
  }

  Result<void> sum_up(std::size_t side, std::size_t number, const std::atomic<bool>& is_stopped) {
    return read(side, request_for(*tables_[side], key_, parts_), number, is_stopped,
                [&](const HashItemsResponse& page) -> Result<void> {
                  (side == 0 ? progress_.first_items : progress_.second_items) +=
                      static_cast<std::uint64_t>(std::max<std::int64_t>(0, page.scanned_count));
                  if (page.part_sums && page.part_sums->is(AttributeType::B) &&
                      segments_[number].sums[side].add(page.part_sums->b()))
                    return {};
                  return fail(ErrorCode::InternalServerError, "the sums of HashItems cannot be read");
                });
  }

  Result<void> list(std::size_t side, std::size_t number, const std::atomic<bool>& is_stopped) {
    const KeyNames names(tables_[side]->table);
    HashItemsRequest request = request_for(*tables_[side], key_, parts_);
    request.parts = segments_[number].differing;
    return read(side, std::move(request), number, is_stopped, [&](const HashItemsResponse& page) -> Result<void> {
      if (!page.items) return fail(ErrorCode::InternalServerError, "HashItems did not list the items of the parts");
      for (const HashedItem& item : *page.items) {
        if (!item.key || !item.hash || !item.hash->is(AttributeType::B))
          return fail(ErrorCode::InternalServerError, "an item of HashItems lacks its key or its hash");
        PARTITA_TRY(matcher_.add(side == 0 ? Side::First : Side::Second, names.key_of(*item.key), item.hash->b()));
      }
      progress_.listed += page.items->size();
      return {};
    });
  }

  const std::array<const ComparedTable*, 2> tables_;
  Matcher& matcher_;
  CompareProgress& progress_;
  const std::string key_;
  std::size_t parts_ = 1;
  std::vector<Segment> segments_;
};

}  // namespace

bool can_hash(const ComparedTable& compared) {
  HashItemsRequest request = request_for(compared, std::string(limits::kHashKeyBytes, '\0'), 1);
  request.total_segments = limits::kScanSegments;
  request.segment = 0;
  for (transfer::Patience patience(kPatience);;) {
    const auto answer = compared.database.hash_items(request);
    if (answer && compared.scan.pace != nullptr && answer->consumed_capacity)
      compared.scan.pace->spend(answer->consumed_capacity->capacity_units.value_or(0));
    if (answer || !transfer::is_throttling(answer.error()) || !patience.wait()) return answer.has_value();
  }
}

Result<void> match_by_hashes(const ComparedTable& first, const ComparedTable& second, Matcher& matcher,
                             CompareProgress& progress) {
  return HashedTables(first, second, matcher, progress).run();
}

}  // namespace partita::movement
