#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "engine/operations.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/record_page.h"
#include "engine/streams/settings.h"
#include "engine/streams/shard_iterator.h"
#include "engine/streams/shards.h"
#include "ops/prepare.h"

namespace partita::engine {
namespace {

// Errors: ValidationException, TrimmedDataAccessException.
Result<SequenceNumber> position_at_number(const Context& context, const GetShardIteratorRequest& request,
                                          const ShardRange& shard) {
  const auto number = parse_sequence_number(*request.sequence_number);
  if (!number || *number < shard.start || (!shard.open() && *number >= shard.end))
    return invalid("Invalid SequenceNumber for the shard");
  if (*number < trim_horizon(context)) return trimmed_data();
  return *request.shard_iterator_type == ShardIteratorType::AfterSequenceNumber ? *number + 1 : *number;
}

// Errors: ValidationException if the time is in the future.
Result<SequenceNumber> position_at_time(const Context& context, double seconds, const ShardRange& shard) {
  const double time_ms = std::ceil(seconds * 1000 - 1e-3);  // because a fraction of a second is not exact
  if (!(time_ms <= static_cast<double>(context.clock.now_ms()))) return invalid("Timestamp must not be in the future");
  const SequenceNumber number = time_ms <= 0 ? 0 : first_number_at(static_cast<std::int64_t>(time_ms));
  return number <= std::max(shard.start, trim_horizon(context)) ? 0 : number;
}

// `bound` is the place of the iterator type LATEST.
Result<SequenceNumber> position_of(const Context& context, const GetShardIteratorRequest& request,
                                   const ShardRange& shard, SequenceNumber bound) {
  switch (request.shard_iterator_type->value()) {
    case ShardIteratorType::TrimHorizon:
      break;
    case ShardIteratorType::Latest:
      return bound;
    case ShardIteratorType::AtSequenceNumber:
    case ShardIteratorType::AfterSequenceNumber:
      return position_at_number(context, request, shard);
    case ShardIteratorType::AtTimestamp:
      return position_at_time(context, *request.timestamp, shard);
  }
  return SequenceNumber{0};
}

Result<GetShardIteratorResponse> get_shard_iterator_now(const Context& context,
                                                        const GetShardIteratorRequest& request) {
  PARTITA_TRY(ops::validate(request));
  const SequenceNumber bound = context.numbers.settled_below();
  PARTITA_TRY_VALUE(stream, find_stream(context, *request.stream_arn));
  const auto shard = find_shard(*stream, std::string_view(*request.shard_id));
  if (!shard)
    return fail(ErrorCode::ResourceNotFoundException, "Requested resource not found: Shard: " + *request.shard_id +
                                                          " in stream: " + *request.stream_arn + " not found");
  PARTITA_TRY_VALUE(position, position_of(context, request, *shard, bound));
  const ShardIterator iterator{
      .stream = stream->id, .shard = shard->start, .position = position, .made_ms = context.clock.now_ms()};
  return GetShardIteratorResponse{text_of(context, *stream, iterator)};
}

}  // namespace

void get_shard_iterator(Context& context, GetShardIteratorRequest request, MayWait,
                        Completion<GetShardIteratorResponse> done) {
  done(get_shard_iterator_now(context, request));
}

}  // namespace partita::engine
