#include "transfer/tables/scan_table.h"

#include "base/try.h"
#include "transfer/tables/patient_page.h"
#include "transfer/tables/workers.h"

namespace partita::transfer {
namespace {

constexpr double kUnitsOfPage = 128;  // of 1 MB, eventually consistent

}  // namespace

Result<ScanResponse> scan_page(Database& database, const ScanRequest& request, Pace* pace,
                               const std::atomic<bool>& is_stopped) {
  return patient_page<ScanResponse>(database, &Database::scan, request, pace, kUnitsOfPage, is_stopped);
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
