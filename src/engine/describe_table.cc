#include "engine/on_executor.h"
#include "engine/operations.h"
#include "engine/table_description.h"
#include "engine/tables.h"
#include "ops/prepare.h"

namespace partita::engine {

void describe_table(Context& context, DescribeTableRequest request, Caller caller,
                    Completion<DescribeTableResponse> done) {
  if (caller == Caller::MustNotWait) return on_executor(context, describe_table, std::move(request), std::move(done));
  if (auto valid = ops::validate(request); !valid) return done(tl::unexpected(valid.error()));
  if (auto ours = check_ours(context, *request.table_name); !ours) return done(tl::unexpected(ours.error()));
  auto table = table_for_description(context, ops::table_name_of(*request.table_name));
  if (!table) return done(tl::unexpected(table.error()));
  auto description = description_of(context, **table);
  if (!description) return done(tl::unexpected(description.error()));
  done(DescribeTableResponse{*std::move(description)});
}

}  // namespace partita::engine
