#include "movement/following/table_stream.h"

#include <fmt/format.h>

#include <chrono>

#include "base/clock.h"
#include "base/try.h"
#include "movement/following/follower.h"
#include "movement/tables/wait_until_active.h"

namespace partita::movement {
namespace {

// Before the present by the clock of this machine, which may be ahead of the database's. Changes that are made again do
// no harm.
constexpr double kMarginSeconds = 300;
constexpr std::chrono::minutes kStreamPatience{30};

bool has_stream(const TableDescription& table) {
  return table.stream_specification && table.stream_specification->stream_enabled.value_or(false);
}

}  // namespace

Result<bool> enable_stream(Database& database, const std::string& name) {
  PARTITA_TRY_VALUE(table, wait_until_active(database, name, kStreamPatience));
  if (!table) return invalid(fmt::format("the table {} does not become ACTIVE", name));
  if (has_stream(*table)) return false;
  auto enabled =
      database.update_table({.table_name = name,
                             .stream_specification = StreamSpecification{
                                 .stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages}});
  if (!enabled) {
    // An endpoint without streams may not know the parameter, and then its own text does not name the stream.
    Error& error = enabled.error();
    error.message = fmt::format("the stream of the table {} cannot be enabled: {}", name,
                                error.message.empty() ? describe(error.code).name : error.message);
    return unexpected(std::move(error));
  }
  PARTITA_TRY(wait_until_active(database, name, kStreamPatience));
  return true;
}

Result<void> disable_stream(Database& database, const std::string& name) {
  PARTITA_TRY_VALUE(table, find_table(database, name));
  if (!table || !has_stream(*table)) return {};
  PARTITA_TRY(database.update_table(
      {.table_name = name, .stream_specification = StreamSpecification{.stream_enabled = false}}));
  return {};
}

Result<std::string> stream_of(Database& database, const std::string& name) {
  PARTITA_TRY_VALUE(described, database.describe_table({.table_name = name}));
  if (has_stream(described.table) && described.table.latest_stream_arn) return *described.table.latest_stream_arn;
  return invalid(fmt::format("the table {} has no stream any more, so it cannot be followed", name));
}

Result<StreamPlace> newest_place(Database& database, const std::string& table,
                                 const std::function<void(const Error&)>& on_wait) {
  PARTITA_TRY_VALUE(arn, stream_of(database, table));
  PARTITA_TRY_VALUE(shards, list_shards(database, arn, on_wait));
  const double now = static_cast<double>(base::SystemClock().now_ms()) / 1000;
  return place_from(arn, shards, now - kMarginSeconds);
}

}  // namespace partita::movement
