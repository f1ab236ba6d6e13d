#include <algorithm>

#include "base/try.h"
#include "engine/operations.h"
#include "engine/streams/settings.h"
#include "engine/streams/shards.h"
#include "engine/table_facts.h"
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

// The places in `stream.generations` that the request asks for: from `first` up to and not including `last`.
struct Places {
  std::size_t first;
  std::size_t last;
};

Places wanted_places(const catalog::StreamInfo& stream, const DescribeStreamRequest& request) {
  Places wanted{.first = 0, .last = stream.generations.size()};
  if (request.shard_filter) {
    // The child of a shard is the next one. A shard that is unknown has none.
    const std::string& parent = *request.shard_filter->shard_id;
    wanted.first = find_shard(stream, std::string_view(parent)) ? first_shard_from(stream, parent) + 1 : wanted.last;
    wanted.last = std::min(wanted.last, wanted.first + 1);
  }
  if (const auto& id = request.exclusive_start_shard_id) {
    // The shard of this id may have been trimmed since the page before.
    const std::size_t start = first_shard_from(stream, *id) + (find_shard(stream, std::string_view(*id)) ? 1 : 0);
    wanted.first = std::max(wanted.first, start);
  }
  return wanted;
}

// The wanted shards in the order of their ids, at most `limit`. A closed shard is not shown once all its records are
// older than 24 hours. Its child keeps its name.
std::vector<Shard> wanted_shards(const Context& context, const catalog::StreamInfo& stream,
                                 const DescribeStreamRequest& request, std::size_t limit) {
  const SequenceNumber horizon = trim_horizon(context);
  const Places wanted = wanted_places(stream, request);
  std::vector<Shard> shards;
  for (std::size_t i = wanted.first; i < wanted.last && shards.size() < limit; ++i) {
    const ShardRange shard = shard_at(stream, i);
    if (shard.open() || shard.end > horizon) shards.push_back(shown_shard(shard));
  }
  return shards;
}

Result<DescribeStreamResponse> describe_stream_now(const Context& context, DescribeStreamRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(stream, find_stream(context, *request.stream_arn));
  StreamDescription shown;
  const auto limit = static_cast<std::size_t>(request.limit.value_or(limits::kListedShards));
  std::vector<Shard> shards = wanted_shards(context, *stream, request, limit + 1);
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
