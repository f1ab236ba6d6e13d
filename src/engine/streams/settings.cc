#include "engine/streams/settings.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/random.h"
#include "engine/age_clock.h"
#include "engine/find_table.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

constexpr std::size_t kStreamSecretBytes = 32;
// A stream's description is written as a whole, so it must stay small.
constexpr std::size_t kGenerations = 10'000;

// A time that no stream of a table with this name has.
std::int64_t creation_time(const Context& context, const catalog::TableInfo& table) {
  std::int64_t time = std::max(context.clock.now_ms(), table.latest_stream_ms.value_or(0) + 1);
  for (const catalog::StreamPtr& stream : context.catalog.streams())
    if (stream->table_name == table.name) time = std::max(time, stream->created_ms + 1);
  return time;
}

}  // namespace

std::string stream_label(std::int64_t created_ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}", fmt::gmtime(static_cast<std::time_t>(created_ms / 1000)),
                     created_ms % 1000);
}

std::string stream_arn(const Context& context, std::string_view table_name, std::int64_t created_ms) {
  return table_arn(context, table_name) + "/stream/" + stream_label(created_ms);
}

std::string stream_arn(const Context& context, const catalog::StreamInfo& stream) {
  return stream_arn(context, stream.table_name, stream.created_ms);
}

SequenceNumber trim_horizon(const Context& context) {
  return first_number_at(context.ages.now_ms() - limits::kStreamRetentionMs);
}

bool is_gone(const Context& context, const catalog::StreamInfo& stream) {
  return !stream.enabled() && stream.end <= trim_horizon(context);
}

unexpected<Error> stream_not_found(std::string_view arn) {
  return fail(ErrorCode::ResourceNotFoundException,
              "Requested resource not found: Stream: " + std::string(arn) + " not found");
}

Result<catalog::StreamPtr> find_stream(const Context& context, std::string_view arn) {
  for (catalog::StreamPtr& stream : context.catalog.streams())
    if (!is_gone(context, *stream) && stream_arn(context, *stream) == arn) return std::move(stream);
  return stream_not_found(arn);
}

void enable_stream(const Context& context, StreamViewType view, catalog::TableInfo& table,
                   SequenceNumbers::Ticket& boundary) {
  catalog::StreamInfo stream;
  stream.view = view;
  stream.created_ms = creation_time(context, table);
  stream.generations = {boundary.draw(stream.id)};
  stream.trimmed = stream.generations.front();
  stream.secret = base::random_bytes(kStreamSecretBytes);
  table.latest_stream_ms = stream.created_ms;
  table.stream = std::make_shared<const catalog::StreamInfo>(std::move(stream));
}

Result<void> change_stream(const Context& context, const StreamSpecification& wanted, catalog::TableInfo& table,
                           SequenceNumbers::Ticket& boundary) {
  if (*wanted.stream_enabled) {
    if (table.has_stream()) return invalid("Table already has an enabled stream: TableName: " + table.name);
    enable_stream(context, wanted.stream_view_type->value(), table, boundary);
    return {};
  }
  if (!table.has_stream()) return invalid("Table has no stream to disable: TableName: " + table.name);
  catalog::StreamInfo ended = *table.stream;
  ended.end = boundary.draw(ended.id);
  table.stream = std::make_shared<const catalog::StreamInfo>(std::move(ended));
  return {};
}

catalog::Catalog::EndOfStream end_of_stream(SequenceNumbers::Ticket& boundary) {
  return [&boundary](const catalog::StreamInfo& stream) { return boundary.draw(stream.id); };
}

bool can_roll(const catalog::StreamInfo& stream) {
  return stream.enabled() && stream.generations.size() < kGenerations;
}

Result<void> roll_stream(catalog::TableInfo& table, SequenceNumbers::Ticket& boundary) {
  if (!table.has_stream()) return invalid("Table has no enabled stream: TableName: " + table.name);
  if (!can_roll(*table.stream))
    return fail(ErrorCode::LimitExceededException,
                fmt::format("The stream of table {} has had {} shards within 24 hours", table.name, kGenerations));
  catalog::StreamInfo rolled = *table.stream;
  rolled.generations.push_back(boundary.draw(rolled.id));
  table.stream = std::make_shared<const catalog::StreamInfo>(std::move(rolled));
  return {};
}

}  // namespace partita::engine
