#include "engine/on_executor.h"
#include "engine/operations.h"
#include "engine/table_description.h"
#include "engine/tables.h"

namespace partita::engine {

void describe_table(Context& context, DescribeTableRequest request, Caller caller,
                    Completion<DescribeTableResponse> done) {
  if (caller == Caller::MustNotWait) return on_executor(context, describe_table, std::move(request), std::move(done));
  auto table = requested_table(context, request);
  if (!table) return done(unexpected(table.error()));
  auto description = description_of(context, **table);
  if (!description) return done(unexpected(description.error()));
  done(DescribeTableResponse{*std::move(description)});
}

}  // namespace partita::engine
