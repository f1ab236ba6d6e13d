#include "transfer/tables/scan_table.h"

#include "base/try.h"
#include "transfer/tables/patience.h"
#include "transfer/tables/workers.h"

namespace partita::transfer {
namespace {

constexpr std::chrono::minutes kPatienceOfScans{5};
constexpr double kUnitsOfPage = 128;  // of 1 MB, eventually consistent

}  // namespace

Result<ScanResponse> scan_page(Database& database, const ScanRequest& request, Pace* pace,
                               const std::atomic<bool>& is_stopped) {
  Patience patience(kPatienceOfScans);
  for (;;) {
    if (pace != nullptr) pace->wait(is_stopped);
    auto page = database.scan(request);
    if (page && pace != nullptr && page->consumed_capacity)
      pace->spend(page->consumed_capacity->capacity_units.value_or(0));
    if (page) return page;
    if (pace != nullptr && is_throttling(page.error())) pace->refuse(kUnitsOfPage);
    if (!may_succeed_later(page.error()) || is_stopped || !patience.wait()) return page;
  }
}

Result<void> scan_table(Database& database, const std::string& table, const ScanSettings& settings,
                        const TakePage& take) {
  return run_workers(settings.segments, [&](int segment, const std::atomic<bool>& is_stopped) -> Result<void> {
    ScanRequest request{.table_name = table};
    if (settings.segments > 1) {
      request.total_segments = settings.segments;
      request.segment = segment;
    }
    if (settings.pace != nullptr) request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    if (settings.consistency == ReadConsistency::Consistent) request.consistent_read = true;
    do {
      PARTITA_TRY_VALUE(page, scan_page(database, request, settings.pace, is_stopped));
      if (page.items) PARTITA_TRY(take(segment, *page.items));
      request.exclusive_start_key = std::move(page.last_evaluated_key);
    } while (request.exclusive_start_key && !is_stopped);
    return {};
  });
}

}  // namespace partita::transfer
