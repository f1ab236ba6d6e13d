#include "base/try.h"
#include "engine/find_table.h"
#include "engine/operations.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/settings.h"
#include "engine/streams/shards.h"
#include "engine/threads/on_executor.h"

namespace partita::engine {
namespace {

Result<RollStreamResponse> roll_stream_now(Context& context, RollStreamRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "RollStream"));
  SequenceNumbers::Ticket boundary(context.numbers);
  PARTITA_TRY_VALUE(
      rolled, context.catalog.update(table->id, [&](catalog::TableInfo& now) { return roll_stream(now, boundary); }));
  const catalog::StreamInfo& stream = *rolled->stream;
  const ShardRange opened = shard_at(stream, stream.generations.size() - 1);
  return RollStreamResponse{stream_arn(context, stream), shard_id(*opened.parent), shard_id(opened.start)};
}

}  // namespace

void roll_stream(Context& context, RollStreamRequest request, MayWait may_wait, Completion<RollStreamResponse> done) {
  on_executor(context, roll_stream_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
