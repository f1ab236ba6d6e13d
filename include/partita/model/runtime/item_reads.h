// Reads of items that belong to no access pattern: by primary key, and all items of an entity.
#pragma once

#include <partita/model/runtime/predicate.h>
#include <partita/model/runtime/rows.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace partita::model {

// One item to read by its primary key.
struct GetRequest {
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  AttributeMap values = {};  // the values of the primary key's fields
  // The primary key's attributes, if they are known from an item that was read. If this is empty, `values` give them.
  AttributeMap key = {};
};
// The answer of batch_get() and transact_get().
struct BatchRows {
  std::vector<std::optional<Row>> rows = {};  // by position; absent: the table has no such item
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};  // items of another entity than the requested one
};
// Reads chunks of 100 items, and asks again for keys that the database left unprocessed, with growing delays.
// Errors: those of the database. If keys are unprocessed when the attempts are used up, that is
// ProvisionedThroughputExceededException, or the error of the last request, and Error::unfinished has their positions.
PARTITA_API void batch_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                           bool consistent, Done<BatchRows> done);
// Reads at most 100 items as of one moment. Errors: those of the database; ValidationException for more keys.
PARTITA_API void transact_get(const std::shared_ptr<Session>& session, Mode mode, std::vector<GetRequest> requests,
                              Done<BatchRows> done);

// A scan for the items of one entity in the table or in one of its indexes.
struct ScanRead {
  const TableInfo* table = nullptr;
  const EntityInfo* entity = nullptr;
  IndexPosition index = kNone;            // into the table's indexes; kNone: the table
  int segments = 1;                       // the number of parts that are read in parallel
  std::optional<std::int64_t> take = {};  // the maximum number of rows in a page
  std::optional<std::string> after = {};  // the token of a scan of the same entity, place and number of segments
  bool consistent = false;
  bool expired_too = false;
  Predicate filter = {};
};
// Reads one page. It has `take` rows. Without `take` it has the rows of one request for each segment, which may be
// empty although more rows follow.
PARTITA_API void scan_page(const std::shared_ptr<Session>& session, Mode mode, ScanRead what, Done<RowPage> done);
// Reads all pages. `each` is called with the rows of a request, from one thread at a time, and never without rows. If
// it returns false, the scan ends. The page's token continues the scan behind that page, in all segments.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, ScanRead what,
                      std::function<bool(RowPage)> each, Done<Cost> done);

// Scans one entity's items in parallel. `each` is called with the rows of a page, from one thread at a time. If it
// returns false, the scan ends.
PARTITA_API void scan(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                      const EntityInfo& entity, int segments, Predicate filter,
                      std::function<bool(std::vector<Row>)> each, Done<Cost> done);

}  // namespace partita::model
