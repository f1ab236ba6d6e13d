#include <algorithm>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/operations.h"
#include "engine/streams/settings.h"
#include "ops/prepare.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

Result<ListStreamsResponse> list_streams_now(const Context& context, const ListStreamsRequest& request) {
  PARTITA_TRY(ops::validate(request));
  if (request.table_name) PARTITA_TRY(check_arn(context, *request.table_name, "ListStreams"));
  std::vector<catalog::StreamPtr> streams = context.catalog.streams();
  const std::string table = ops::table_name_of(request.table_name.value_or(""));
  std::erase_if(streams, [&](const catalog::StreamPtr& stream) {
    return is_gone(context, *stream) || (request.table_name && stream->table_name != table);
  });
  auto at = streams.begin();
  if (const auto& start = request.exclusive_start_stream_arn) {
    at = std::ranges::find_if(streams, [&](const auto& stream) { return stream_arn(context, *stream) == *start; });
    if (at == streams.end()) return stream_not_found(*start);
    ++at;
  }
  const auto limit = static_cast<std::size_t>(request.limit.value_or(limits::kListedStreams));
  ListStreamsResponse response;
  for (; at != streams.end() && response.streams.size() < limit; ++at)
    response.streams.push_back({.stream_arn = stream_arn(context, **at),
                                .table_name = (*at)->table_name,
                                .stream_label = stream_label((*at)->created_ms)});
  if (at != streams.end()) response.last_evaluated_stream_arn = response.streams.back().stream_arn;
  return response;
}

}  // namespace

void list_streams(Context& context, ListStreamsRequest request, MayWait, Completion<ListStreamsResponse> done) {
  done(list_streams_now(context, request));
}

}  // namespace partita::engine
