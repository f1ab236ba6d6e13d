#include "base/try.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/operations.h"
#include "engine/pages/key_range.h"
#include "engine/pages/page_operation.h"

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
  PARTITA_TRY_VALUE(table, table_for_items(context, page.table));
  PageRange where;
  where.table = std::move(table);
  PARTITA_TRY_VALUE(index, page_index(context, page, *where.table));
  where.index = index;
  std::optional<StartKey> start;
  if (page.exclusive_start_key) {
    PARTITA_TRY_VALUE(key, start_key(*where.table, where.index, *page.exclusive_start_key, ops::StartOf::Query));
    start = std::move(key);
  }
  PARTITA_TRY_VALUE(range, key_range(*where.table, where.index, *page.key_condition,
                                     page.legacy ? Conditions::Legacy : Conditions::Expression));
  if (start) PARTITA_TRY(check_inside(range, *start));
  PARTITA_TRY(check_filter(page, where));
  PARTITA_TRY(check_reach(page, where));
  context.hot_keys.saw_partition(*where.table, where.index, range.partition);
  where.range.lower = range.lower;
  where.range.upper = range.upper;
  where.range.direction = page.forward ? storage::Direction::Forward : storage::Direction::Reverse;
  where.range.within_prefix = true;
  if (!start) return where;
  if (page.forward)
    where.range.lower = start->key + '\0';
  else
    where.range.upper = start->key;
  return where;
}

}  // namespace

void query(Context& context, QueryRequest request, MayWait may_wait, Completion<QueryResponse> done) {
  run_page_operation<QueryResponse>(context, std::move(request), may_wait, std::move(done), "Query", resolve_query);
}

}  // namespace partita::engine
