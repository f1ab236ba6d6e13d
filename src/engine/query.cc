#include "engine/key_range.h"
#include "engine/operations.h"
#include "engine/page_operation.h"

namespace partita::engine {
namespace {

Result<void> check_filter(const ops::PreparedPage& page, const PageRange& where) {
  if (!page.filter) return {};
  for (const std::string& name : page.filter->top_level_names())
    if (where.keys().find(name))
      return invalid(std::string(page.legacy ? "QueryFilter" : "Filter Expression") +
                     " can only contain non-primary key attributes: Primary key attribute: " + name);
  return {};
}

Result<PageRange> resolve_query(const Context& context, const ops::PreparedPage& page) {
  auto table = table_for_items(context, page.table);
  if (!table) return unexpected(table.error());
  PageRange where;
  where.table = *std::move(table);
  auto index = page_index(context, page, *where.table);
  if (!index) return unexpected(index.error());
  where.index = *index;
  std::optional<StartKey> start;
  if (page.exclusive_start_key) {
    auto key = start_key(*where.table, where.index, *page.exclusive_start_key, StartOf::Query);
    if (!key) return unexpected(key.error());
    start = *std::move(key);
  }
  auto range = key_range(*where.table, where.index, *page.key_condition);
  if (!range) return unexpected(range.error());
  if (start)
    if (auto inside = check_inside(*range, *start); !inside) return unexpected(inside.error());
  if (auto allowed = check_filter(page, where); !allowed) return unexpected(allowed.error());
  if (auto allowed = check_reach(page, where); !allowed) return unexpected(allowed.error());
  where.range.lower = range->lower;
  where.range.upper = range->upper;
  where.range.direction = page.forward ? storage::Direction::Forward : storage::Direction::Reverse;
  where.range.within_prefix = true;
  if (!start) return where;
  if (page.forward) where.range.lower = start->key + '\0';
  else where.range.upper = start->key;
  return where;
}

}  // namespace

void query(Context& context, QueryRequest request, Caller caller, Completion<QueryResponse> done) {
  run_page_operation<QueryResponse>(context, std::move(request), caller, std::move(done), resolve_query);
}

}  // namespace partita::engine
