#include "engine/pages/scan_range.h"

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/pages/start_key.h"
#include "keys/key_space.h"

namespace partita::engine {
namespace {

// The first partition hash of segment `segment` of `total`. Segment `total` gives the end of the last segment.
std::uint64_t segment_hash(std::uint64_t segment, std::uint64_t total) { return (segment << 32) / total; }

Result<void> start_at(const ops::PreparedPage& page, PageRange& where) {
  PARTITA_TRY_VALUE(start, start_key(*where.table, where.index, *page.exclusive_start_key, ops::StartOf::Scan));
  if (start.key < where.range.lower || start.key >= where.range.upper)
    return invalid(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct "
        "Segment. TotalSegments: " +
        std::to_string(page.total_segments) + " Segment: " + std::to_string(page.segment));
  where.range.lower = start.key + '\0';
  return {};
}

}  // namespace

Result<PageRange> scan_range(const Context& context, const ops::PreparedPage& page) {
  PARTITA_TRY_VALUE(table, table_for_items(context, page.table));
  PageRange where;
  where.table = std::move(table);
  PARTITA_TRY_VALUE(index, page_index(context, page, *where.table));
  where.index = index;
  const keys::IndexId id = where.index ? where.index->id : keys::kBaseTable;
  where.range.lower = keys::segment_bound(where.table->id, id, segment_hash(page.segment, page.total_segments));
  where.range.upper = keys::segment_bound(where.table->id, id, segment_hash(page.segment + 1, page.total_segments));
  PARTITA_TRY(check_reach(page, where));
  if (page.exclusive_start_key) PARTITA_TRY(start_at(page, where));
  return where;
}

}  // namespace partita::engine
