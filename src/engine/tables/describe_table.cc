#include "base/try.h"
#include "engine/find_table.h"
#include "engine/operations.h"
#include "engine/tables/table_description.h"
#include "engine/threads/on_executor.h"

namespace partita::engine {
namespace {

Result<DescribeTableResponse> describe_table_now(Context& context, DescribeTableRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "DescribeTable", WhileRestored::Shown));
  PARTITA_TRY_VALUE(description, description_of(context, *table));
  return DescribeTableResponse{std::move(description)};
}

}  // namespace

void describe_table(Context& context, DescribeTableRequest request, MayWait may_wait,
                    Completion<DescribeTableResponse> done) {
  on_executor(context, describe_table_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
