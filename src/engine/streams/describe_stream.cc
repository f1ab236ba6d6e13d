#include "base/try.h"
#include "engine/operations.h"
#include "engine/streams/settings.h"
#include "engine/streams/shards.h"
#include "engine/tables/table_description.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

Shard shown_shard(const ShardRange& shard) {
  Shard shown;
  shown.shard_id = shard_id(shard.start);
  shown.sequence_number_range.emplace();
  shown.sequence_number_range->starting_sequence_number = sequence_number_text(shard.start);
  if (!shard.open()) shown.sequence_number_range->ending_sequence_number = sequence_number_text(shard.end - 1);
  if (shard.parent) shown.parent_shard_id = shard_id(*shard.parent);
  return shown;
}

// The wanted shards in the order of their ids. A closed shard is not shown once all its records are older than 24
// hours. Its children keep its name.
std::vector<Shard> wanted_shards(const Context& context, const catalog::StreamInfo& stream,
                                 const DescribeStreamRequest& request) {
  const SequenceNumber horizon = trim_horizon(context);
  std::vector<Shard> shards;
  for (std::size_t i = 0; i < stream.generations.size(); ++i) {
    const ShardRange shard = shard_at(stream, i);
    if (!shard.open() && shard.end <= horizon) continue;
    Shard shown = shown_shard(shard);
    if (request.shard_filter && shown.parent_shard_id != request.shard_filter->shard_id) continue;
    // The shard of this id may have been trimmed since the page before.
    if (request.exclusive_start_shard_id && *shown.shard_id <= *request.exclusive_start_shard_id) continue;
    shards.push_back(std::move(shown));
  }
  return shards;
}

Result<DescribeStreamResponse> describe_stream_now(const Context& context, DescribeStreamRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(stream, find_stream(context, *request.stream_arn));
  std::vector<Shard> shards = wanted_shards(context, *stream, request);
  StreamDescription shown;
  const auto limit = static_cast<std::size_t>(request.limit.value_or(limits::kListedShards));
  if (shards.size() > limit) {
    shards.resize(limit);
    shown.last_evaluated_shard_id = shards.back().shard_id;
  }
  shown.stream_arn = *std::move(request.stream_arn);
  shown.stream_label = stream_label(stream->created_ms);
  shown.stream_status = stream->enabled() ? StreamStatus::Enabled : StreamStatus::Disabled;
  shown.stream_view_type = stream->view;
  shown.creation_request_date_time = static_cast<double>(stream->created_ms) / 1000.0;
  shown.table_name = stream->table_name;
  shown.key_schema = key_schema_of(stream->keys);
  shown.shards = std::move(shards);
  return DescribeStreamResponse{std::move(shown)};
}

}  // namespace

void describe_stream(Context& context, DescribeStreamRequest request, MayWait,
                     Completion<DescribeStreamResponse> done) {
  done(describe_stream_now(context, std::move(request)));
}

}  // namespace partita::engine
