// Reads all items of a table with a parallel Scan.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "transfer/tables/pace.h"

namespace partita::transfer {

enum class ReadConsistency : std::uint8_t { Eventual, Consistent };

struct ScanSettings {
  int segments = 4;  // read at the same time, each on a thread
  ReadConsistency consistency = ReadConsistency::Eventual;
  // If set, the read units are counted and limited by it. It must outlive the scan.
  Pace* pace = nullptr;
};

// Reads one page. A page that the database refuses for now is asked for again for up to five minutes. `pace` may be
// null. Errors: those of Scan.
Result<ScanResponse> scan_page(Database& database, const ScanRequest& request, Pace* pace,
                               const std::atomic<bool>& is_stopped);

// Takes a page of a segment. Pages of one segment come one after the other, those of several segments at once.
using TakePage = std::function<Result<void>(int segment, const std::vector<Item>& items)>;

// Reads the table once. The items are not of one moment: a Scan sees a write during it or not. A page that is throttled
// is asked for again for up to five minutes. Memory: a page of up to 1 MB for each segment. Errors: those of Scan and
// of `take`.
Result<void> scan_table(Database& database, const std::string& table, const ScanSettings& settings,
                        const TakePage& take);

}  // namespace partita::transfer
