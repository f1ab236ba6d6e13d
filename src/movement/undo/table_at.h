// Reads of a table as it was at a moment.
#pragma once

#include <partita/database.h>

#include <functional>
#include <optional>

namespace partita::movement {

// A read of a table: a Query, or a Scan without a key condition. Both requests have the table's name.
struct PastRead {
  std::optional<QueryRequest> query = {};
  std::optional<ScanRequest> scan = {};
};

// Gives each item of the answer that `read` had at the moment `time`, in seconds since 1970, to `take`, until it
// returns false. The items that the read finds now go into an equal table of `scratch`, an empty database that is
// changed; those that changed since then get the image of the moment, and the read is made there. So the source is
// asked for the answer of now, twice, and for the changes since the moment. Errors: those of Query, Scan,
// ListChangedItems and of the writes.
using TakeItem = std::function<bool(const Item&)>;
Result<void> read_table_at(Database& source, const PastRead& read, double time, Database& scratch,
                           const TakeItem& take);

// Gives the items of all pages to `take`, until it returns false. Errors: those of Query and Scan.
Result<void> read_all(Database& database, PastRead read, const TakeItem& take);

}  // namespace partita::movement
