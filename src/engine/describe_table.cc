#include "engine/operations.h"
#include "engine/table_description.h"
#include "engine/tables.h"

namespace partita::engine {

void describe_table(Context& context, DescribeTableRequest request, Caller, Completion<DescribeTableResponse> done) {
  auto table = requested_table(context, request);
  if (!table) return done(tl::unexpected(table.error()));
  auto description = description_of(context, **table);
  if (!description) return done(tl::unexpected(description.error()));
  done(DescribeTableResponse{*std::move(description)});
}

}  // namespace partita::engine
