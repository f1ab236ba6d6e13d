#include <algorithm>

#include "base/try.h"
#include "engine/operations.h"
#include "engine/records/sequence_numbers.h"
#include "engine/records/stream_counters.h"
#include "engine/streams/record_page.h"
#include "engine/streams/settings.h"
#include "engine/streams/shard_iterator.h"
#include "engine/streams/shards.h"
#include "engine/threads/on_executor.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

// Errors: TrimmedDataAccessException if records between the position and the oldest one that is left may be gone.
Result<SequenceNumber> start_of(const Context& context, const ShardRange& shard, SequenceNumber position) {
  const SequenceNumber horizon = trim_horizon(context);
  if (position == 0) return std::max(shard.start, horizon);
  if (position < horizon) return trimmed_data();
  return std::max(shard.start, position);
}

Result<GetRecordsResponse> get_records_now(Context& context, GetRecordsRequest request) {
  PARTITA_TRY(ops::validate(request));
  // It must be taken before the store is read, so that all records below it are visible there, and before the stream is
  // found, so that no boundary of the stream below it is missed.
  SequenceNumber bound = context.numbers.settled_below();
  PARTITA_TRY_VALUE(found, find_iterator(context, *request.shard_iterator));
  const catalog::StreamInfo& stream = *found.stream;
  const auto shard = find_shard(stream, found.iterator.shard);
  // A reader of a shard that is trimmed as a whole goes on with its children.
  if (!shard || (!shard->open() && found.iterator.position >= shard->end)) return GetRecordsResponse{};
  PARTITA_TRY_VALUE(start, start_of(context, *shard, found.iterator.position));
  if (!shard->open()) bound = std::min(bound, shard->end);
  RecordPage page(context, stream, static_cast<std::size_t>(request.limit.value_or(limits::kRecordsOfPage)));
  ShardIterator next = found.iterator;
  next.position = start;
  if (start < bound) {
    PARTITA_TRY_VALUE(position, page.read(start, bound));
    next.position = position;
  }
  GetRecordsResponse response;
  response.records = page.take_records();
  context.stream_counters.read(response.records.size(), page.bytes());
  next.made_ms = context.clock.now_ms();
  if (shard->open() || next.position < shard->end) response.next_shard_iterator = text_of(context, stream, next);
  return response;
}

}  // namespace

void get_records(Context& context, GetRecordsRequest request, MayWait may_wait, Completion<GetRecordsResponse> done) {
  on_executor(context, get_records_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
