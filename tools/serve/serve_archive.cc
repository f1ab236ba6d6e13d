#include "serve_archive.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <charconv>

#include "base/clock.h"
#include "base/iso_time.h"
#include "base/json_lines.h"
#include "base/text.h"
#include "base/try.h"
#include "size_text.h"

namespace partita::tools {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// The sums of the tables in one moment, and its place in the log.
Result<std::optional<archive::SumsAt>> sums_of(client::EmbeddedDatabase& database) {
  storage::Store& store = database.engine().store();
  const auto snapshot = store.snapshot();
  PARTITA_TRY_VALUE(states, database.engine().kept_table_states(*snapshot));
  archive::SumsAt at{.number = store.change_log()->number_of(*snapshot), .sums = {}};
  for (engine::NamedTableState& table : states)
    at.sums.push_back({.account = table.realm.account,
                       .region = table.realm.region,
                       .table = std::move(table.name),
                       .items = table.state.items,
                       .bytes = table.state.bytes,
                       .hash = std::move(table.state.hash)});
  return std::optional(std::move(at));
}

std::string is_size(const std::string& text) {
  const auto size = parse_size(text);
  return size ? std::string() : size.error();
}

std::string time_text(std::int64_t ms) { return ms == 0 ? "never" : base::iso_time_text(ms); }

}  // namespace

std::optional<std::chrono::seconds> parse_age(const std::string& text) {
  constexpr std::int64_t kMost = 100'000;
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || number < 1 || number > kMost || read.ptr + 1 != text.data() + text.size())
    return std::nullopt;
  switch (text.back()) {
    case 's':
      return std::chrono::seconds(number);
    case 'm':
      return std::chrono::minutes(number);
    case 'h':
      return std::chrono::hours(number);
    case 'd':
      return std::chrono::hours(24 * number);
    default:
      return std::nullopt;
  }
}

std::string is_age(const std::string& text) {
  return parse_age(text) ? std::string() : "'" + text + "' is not a time such as 36h or 7d";
}

void add_archive_options(CLI::App& app, ServeArchiveOptions& options) {
  app.add_option(
         "--archive", options.location.url,
         "keep an archive of all data at file:///DIR or s3://BUCKET/PREFIX, from which `partita restore` brings "
         "back any moment")
      ->type_name("URL");
  app.add_option("--archive-every", options.every_s, "seconds between two looks for changes to archive")
      ->check(CLI::Range(0.05, 3600.0))
      ->type_name("SECONDS")
      ->capture_default_str();
  app.add_option("--archive-base-every", options.base_every_h,
                 "hours between two bases, from which restores begin; files that have not changed are not sent again")
      ->check(CLI::Range(1, 24 * 365))
      ->type_name("HOURS")
      ->capture_default_str();
  app.add_option("--archive-keep", options.keep,
                 "remove what is not needed to restore the moments of this time, such as 36h or 7d. Default: keep all")
      ->check(is_age)
      ->type_name("NUMBER[s|m|h|d]");
  app.add_option_function<std::string>(
         "--archive-rate", [&options](const std::string& text) { options.bytes_per_second = *parse_size(text); },
         "bytes a second that are sent to the archive at most, such as 10M. Default: no limit")
      ->check(is_size)
      ->type_name("NUMBER[K|M|G]");
  app.add_option_function<std::string>(
         "--archive-log", [&options](const std::string& text) { options.log_bytes = *parse_size(text); },
         "bytes of the log that are kept for an archive that cannot be reached; if more is written meanwhile, the "
         "archive gets a gap and a new base. Default: 1G")
      ->check(is_size)
      ->type_name("NUMBER[K|M|G]");
  app.add_option("--archive-most-lag", options.most_lag_s,
                 "seconds that the archive may be behind; more is an error in the log, and with --archive-required "
                 "writes are refused then")
      ->check(CLI::Range(1, 86400))
      ->type_name("SECONDS")
      ->capture_default_str();
  app.add_flag("--archive-required", options.required, "refuse writes while the archive is too far behind");
  app.add_flag("--archive-take-over", options.take_over,
               "write to the archive although it is that of another data directory, which is given up");
  app.add_option("--archive-key", options.location.key_file,
                 "file with the key by which the archive is encrypted; `partita archive new-key` makes one")
      ->type_name("FILE");
  add_s3_options(app, options.location.s3);
}

Result<std::unique_ptr<archive::Archiver>> start_archiver(const ServeArchiveOptions& options, const std::string& data,
                                                          client::EmbeddedDatabase& database, const base::Log& log) {
  static const base::SystemClock kClock;
  PARTITA_TRY_VALUE(location, archive_location(options.location));
  archive::ArchiverOptions archiver{.location = std::move(location)};
  archiver.writer.directory = data;
  archiver.writer.host = host_name();
  archiver.writer.take_over = options.take_over;
  if (!options.keep.empty()) archiver.writer.keep = parse_age(options.keep).value_or(std::chrono::seconds(0));
  archiver.writer.sums = [&database] { return sums_of(database); };
  archiver.writer.log = log;
  archiver.every = std::chrono::milliseconds(std::int64_t(options.every_s * 1000));
  archiver.base_every = std::chrono::hours(options.base_every_h);
  archiver.bytes_per_second = options.bytes_per_second;
  archiver.most_lag = std::chrono::seconds(options.most_lag_s);
  archiver.required = options.required;
  return archive::Archiver::start(database.engine().store(), kClock, std::move(archiver));
}

void add_archive_metrics(const archive::Archiver& archiver, std::vector<server::Metric>& out) {
  const archive::ArchiveState state = archiver.state();
  const auto gauge = [&out](const char* name, const char* help, double value) {
    out.push_back({name, help, server::Metric::Type::Gauge, value});
  };
  const auto counter = [&out](const char* name, const char* help, double value) {
    out.push_back({name, help, server::Metric::Type::Counter, value});
  };
  gauge("partita_archive_up", "1 if the last write to the archive succeeded, otherwise 0",
        state.condition == archive::ArchiveCondition::Current ? 1 : 0);
  gauge("partita_archive_lag_seconds", "By how many seconds the archive is behind at most",
        static_cast<double>(state.lag_ms) / 1000);
  gauge("partita_archive_last_write_timestamp_seconds", "The time of the newest write in the archive",
        static_cast<double>(state.last_ms) / 1000);
  gauge("partita_archive_last_base_timestamp_seconds", "When the last base was complete; 0: not since the start",
        static_cast<double>(state.base_ms) / 1000);
  counter("partita_archive_segments_total", "Segments of changes that were archived",
          static_cast<double>(state.segments));
  counter("partita_archive_failures_total", "Writes to the archive that failed", static_cast<double>(state.failures));
}

std::string archive_text(const archive::Archiver& archiver) {
  const archive::ArchiveState state = archiver.state();
  std::string text = fmt::format(
      "state: {}\nlag: {:.1f} s\nnewest write: {}\nlast operation: {}\ngeneration: {}\nsegment: {}\nbase: {}\nbase "
      "complete: {}\n",
      archive::name_of(state.condition), static_cast<double>(state.lag_ms) / 1000, time_text(state.last_ms),
      state.position.end.number, state.position.generation, state.position.end.segment, state.position.base,
      time_text(state.base_ms));
  if (state.base_all_bytes > 0)
    text += fmt::format("base under way: {} of {} bytes\n", state.base_done_bytes, state.base_all_bytes);
  if (!state.base_fault.empty()) text += fmt::format("base failed: {}\n", state.base_fault);
  if (!state.fault.empty()) text += fmt::format("fault: {}\n", state.fault);
  return text;
}

std::string archive_json(const archive::Archiver& archiver) {
  const archive::ArchiveState state = archiver.state();
  return fmt::format(
      "{{\"state\":\"{}\",\"lag_ms\":{},\"newest_write_ms\":{},\"last_operation\":{},\"generation\":{},\"segment\":{},"
      "\"base\":{},\"base_complete_ms\":{},\"base_done_bytes\":{},\"base_all_bytes\":{},\"fault\":{}}}\n",
      archive::name_of(state.condition), state.lag_ms, state.last_ms, state.position.end.number,
      state.position.generation, state.position.end.segment, state.position.base, state.base_ms, state.base_done_bytes,
      state.base_all_bytes, base::json_text(state.fault));
}

}  // namespace partita::tools
