#include "engine/operations.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {

void list_tables(Context& context, ListTablesRequest request, MayWait, Completion<ListTablesResponse> done) {
  if (auto valid = ops::validate(request); !valid) return done(unexpected(std::move(valid.error())));
  const auto limit = static_cast<std::size_t>(request.limit.value_or(limits::kListedTables));
  ListTablesResponse response;
  response.table_names = context.catalog.names_after(request.exclusive_start_table_name.value_or(""), limit + 1);
  if (response.table_names.size() > limit) {
    response.table_names.pop_back();
    response.last_evaluated_table_name = response.table_names.back();
  }
  done(std::move(response));
}

}  // namespace partita::engine
