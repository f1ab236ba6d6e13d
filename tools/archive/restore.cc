// `partita restore` makes a data directory from an archive, and proves that it can with --drill.
#include "archive/restore.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "archive/archive.h"
#include "archive/contents.h"
#include "archive/verify_archive.h"
#include "base/clock.h"
#include "base/iso_time.h"
#include "base/try.h"
#include "client/directory_owner.h"
#include "client/embedded_database.h"
#include "data_place.h"
#include "engine/streams/settings.h"
#include "operate/verify.h"
#include "progress_line.h"
#include "serve/serve_archive.h"
#include "serve/serve_standby.h"
#include "storage/encrypted_directory.h"
#include "storage/encryption_keys.h"
#include "storage/open_store.h"

namespace partita::tools {
namespace {

constexpr const char* kRestoreFooter =
    R"(TIME is such as 2026-11-21T06:00:00Z: all writes up to it are restored. A number is that of the last operation that
is restored; `partita archive list` and the log show such numbers. Without --to everything is restored.

If a restore is interrupted, the same command continues it. Nobody can open the directory before it is complete.

--drill restores into a scratch directory, compares the hash of each table with those that the archive has for that
moment, runs `partita verify`, and removes the directory again. It prints how old the newest write is and how long a restore
takes, and is a job for cron.

Examples:
  partita restore --from s3://backups/shop --data ./shop
  partita restore --from file:///mnt/archive --to 2026-11-21T06:00:00Z --data ./before
  partita restore --from s3://backups/shop --drill

Exit code: 0 if everything was restored and agrees, 1 otherwise.
)";

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string megabytes(std::uint64_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6); }

// The remaining time of work of which `done` of `all` is done.
std::string remaining(Clock::time_point begin, std::uint64_t done, std::uint64_t all) {
  if (done == 0 || all <= done) return {};
  const double seconds = seconds_since(begin) * static_cast<double>(all - done) / static_cast<double>(done);
  return fmt::format(", about {:.0f} s left", seconds);
}

// The database of a directory that is restored and is not complete yet, without its jobs.
Result<std::unique_ptr<client::EmbeddedDatabase>> open_restored(const std::string& data) {
  PARTITA_TRY_VALUE(store, storage::open_store(data, {.create_if_missing = false, .being_restored = true}));
  engine::EngineOptions options;
  options.background_jobs = false;
  client::set_owner(options, data);
  return client::EmbeddedDatabase::open(std::move(store), std::move(options));
}

// Removes the tables other than `table` of the own account and region, and all others.
Result<void> keep_only(const std::string& data, const std::string& table) {
  PARTITA_TRY_VALUE(database, open_restored(data));
  if (!database->has_table(table))
    return invalid(fmt::format(
        "there was no table {} at this moment; remove the directory {}, and give another --table, or leave it out",
        table, data));
  for (const engine::Context* context : database->engine().realms().in_use())
    for (const catalog::TablePtr& other : context->catalog.tables()) {
      if (context->catalog.realm().is_own() && other->name == table) continue;
      engine::SequenceNumbers::Ticket boundary(context->numbers);
      PARTITA_TRY(context->catalog.remove(
          other->id, [](const catalog::TableInfo&) { return Result<void>(); }, engine::end_of_stream(boundary)));
    }
  return {};
}

// The differences between the tables of the directory and the sums of the archive.
Result<std::vector<std::string>> differences_of(const std::string& data, const std::vector<archive::TableSum>& sums) {
  OpenOptions options;
  options.create_if_missing = false;
  options.read_only = true;
  client::set_owner(options, data);
  PARTITA_TRY_VALUE(database, client::EmbeddedDatabase::open(data, options));
  PARTITA_TRY_VALUE(states, database->table_states());
  return differences(states, sums);
}

std::string need_base(const std::string& text) {
  return parse_base_id(text) ? std::string() : "'" + text + "' is not a base such as 1/3: GENERATION/BASE";
}

struct RestoreOptionsOfCommand {
  ArchiveLocationOptions from;
  std::string to;
  std::string data;
  std::string table;
  std::string scratch;
  std::string base;
  std::string encryption_key;
  std::string most_age;
  bool drill = false;
};

// The plan of a restore into `data`, which goes on with the base of one that was interrupted. An empty `data` is a new
// directory.
Result<archive::RestorePlan> plan_of(const RestoreOptionsOfCommand& options, const archive::Contents& contents,
                                     const std::string& data) {
  PARTITA_TRY_VALUE(until, parse_until(options.to));
  std::optional<archive::BaseId> wanted = parse_base_id(options.base);
  if (!wanted && !data.empty()) wanted = archive::interrupted_base(data);
  PARTITA_TRY_VALUE(plan, archive::plan_restore(contents, until, wanted));
  if (!options.base.empty() && (plan.base.generation != wanted->generation || plan.base.number != wanted->base))
    return invalid(fmt::format("the archive has no base {} from which the moment could be reached", options.base));
  return plan;
}

std::string plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

void print_restored(const archive::RestorePlan& plan, const archive::Restored& restored, double seconds) {
  fmt::print("base {}/{} of {}, {}, and {} in {}\n", plan.base.generation, plan.base.number,
             base::iso_time_text(plan.base.time_ms), megabytes(plan.base_bytes), plural(restored.changes, "operation"),
             plural(restored.segments, "segment"));
  fmt::print("restored up to operation {}, written {}, in {:.1f} s\n", restored.number,
             base::iso_time_text(restored.time_ms), seconds);
}

// Prints how old the newest write is and when a server last wrote the archive, also without a change. Returns false if
// that is longer ago than it may be.
bool print_ages(const RestoreOptionsOfCommand& options, const archive::Contents& contents,
                const archive::RestorePlan& plan) {
  const std::int64_t now_ms = base::SystemClock().now_ms();
  const auto age = [now_ms](std::int64_t time_ms) { return static_cast<double>(now_ms - time_ms) / 1000; };
  if (plan.is_last_generation)
    fmt::print("the newest write in the archive is {:.1f} s old\n",
               age(plan.least_end.segment > 0 ? plan.least_end.time_ms : plan.base.time_ms));
  if (!contents.head) return false;
  fmt::print("a server last wrote to the archive {:.1f} s ago\n", age(contents.head->time_ms));
  const auto most = parse_age(options.most_age);
  if (!most || now_ms - contents.head->time_ms <= std::chrono::milliseconds(*most).count()) return true;
  fmt::print("this is longer ago than {}, so no server archives there any more\n", options.most_age);
  return false;
}

Result<bool> drill(const RestoreOptionsOfCommand& options) {
  const auto begin = Clock::now();
  PARTITA_TRY_VALUE(location, archive_location(options.from));
  const archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  PARTITA_TRY_VALUE(plan, plan_of(options, contents, {}));
  // The whole archive is restored up to the last sums, so that they can be compared.
  std::optional<archive::ArchivedSums> newest;
  if (options.to.empty()) {
    PARTITA_TRY_VALUE(found, archive::newest_sums(place, plan.base.generation, plan.least_end));
    newest = std::move(found);
    if (newest && newest->number > plan.base.last_number) plan.until.number = newest->number;
  }
  PARTITA_TRY_VALUE(scratch, ScratchDirectory::make(options.scratch));
  PARTITA_TRY_VALUE(restored, restore_directory(place, plan, scratch.path()));
  const double seconds = seconds_since(begin);
  print_restored(plan, restored, seconds);
  // Only the head tells whether the last changes are there.
  bool agrees = contents.head.has_value();
  // A base may be of the moment of the last sums.
  if (!restored.sums && newest && newest->number == restored.number) restored.sums = std::move(newest->sums);
  if (restored.sums) {
    PARTITA_TRY_VALUE(found, differences_of(scratch.path(), *restored.sums));
    for (const std::string& difference : found) fmt::print("{}\n", difference);
    fmt::print("{} compared with the hashes of the archive, {} differ\n", plural(restored.sums->size(), "table"),
               found.size());
    if (!found.empty()) agrees = false;
  } else {
    fmt::print("the archive has no hashes for this moment yet, so only the checks of its bytes were compared\n");
  }
  if (print_verification({scratch.path(), {}}) != 0) agrees = false;
  if (!print_ages(options, contents, plan)) agrees = false;
  fmt::print("the drill {} and took {:.1f} s, of which the restore took {:.1f} s\n", agrees ? "succeeded" : "FAILED",
             seconds_since(begin), seconds);
  return agrees;
}

Result<void> restore_for_use(const RestoreOptionsOfCommand& options) {
  const auto begin = Clock::now();
  PARTITA_TRY_VALUE(location, archive_location(options.from));
  const archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  PARTITA_TRY_VALUE(plan, plan_of(options, contents, options.data));
  PARTITA_TRY_VALUE(keys, storage::keys_of_option(options.encryption_key, options.data));
  const auto finish = [&options, &keys]() -> Result<void> {
    if (!options.table.empty()) PARTITA_TRY(keep_only(options.data, options.table));
    if (keys == nullptr) return {};
    return storage::encrypt_with_current_key(options.data,
                                             {.create_if_missing = false, .being_restored = true, .keys = keys});
  };
  const std::string purpose = options.table.empty() ? std::string() : "table " + options.table;
  PARTITA_TRY_VALUE(restored, restore_directory(place, plan, options.data, finish, purpose));
  print_restored(plan, restored, seconds_since(begin));
  if (plan.is_last_generation && plan.until.number != UINT64_MAX && restored.number > 0 &&
      restored.number < plan.until.number)
    fmt::print(stderr, "partita: the archive ends before operation {}\n", plan.until.number);
  return {};
}

}  // namespace

Result<archive::Restored> restore_directory(const archive::ArchivePlace& place, const archive::RestorePlan& plan,
                                            const std::string& data,
                                            std::function<Result<void>()> before_it_is_complete, std::string purpose) {
  if (!plan.warning.empty()) fmt::print(stderr, "partita: {}\n", plan.warning);
  ProgressLine line;
  const auto begin = Clock::now();
  archive::RestoreOptions options{.directory = data, .purpose = std::move(purpose)};
  options.before_it_is_complete = std::move(before_it_is_complete);
  options.progress = [&](const archive::RestoreProgress& progress) {
    if (progress.step == "files")
      line.show(fmt::format("{} of {} of files{}", megabytes(progress.done), megabytes(progress.all),
                            remaining(begin, progress.done, progress.all)));
    else
      line.show(fmt::format("{} operations applied", progress.done));
  };
  auto restored = archive::restore(place, plan, options);
  if (!restored && restored.error().code == ErrorCode::Corruption)
    restored.error().message +=
        "; if `partita archive list` shows other bases, --base GENERATION/BASE takes one of them";
  return restored;
}

std::optional<archive::BaseId> parse_base_id(const std::string& text) {
  archive::BaseId id;
  const char* const end = text.data() + text.size();
  const auto generation = std::from_chars(text.data(), end, id.generation);
  if (generation.ec != std::errc() || generation.ptr == end || *generation.ptr != '/') return std::nullopt;
  const auto base = std::from_chars(generation.ptr + 1, end, id.base);
  if (base.ec != std::errc() || base.ptr != end) return std::nullopt;
  return id;
}

Command add_restore(CLI::App& app) {
  auto options = std::make_shared<RestoreOptionsOfCommand>();
  CLI::App* command = app.add_subcommand("restore", "make a data directory from an archive, as it was at any moment");
  command->footer(kRestoreFooter);
  command->add_option("--from", options->from.url, "the archive: file:///DIR, DIR or s3://BUCKET/PREFIX")
      ->required()
      ->type_name("URL");
  command->add_option("--to", options->to, "the moment: a time, or the number of an operation")
      ->check(need_until)
      ->type_name("TIME|NUMBER");
  command
      ->add_option("--base", options->base,
                   "the base to begin at, such as 1/3, if the newest one is damaged; `partita archive list` shows them")
      ->check(need_base)
      ->type_name("GENERATION/BASE");
  auto* data = command->add_option("--data", options->data, "the directory to make")->type_name("DIR");
  command->add_option("--table", options->table, "keep this table only")->needs(data)->type_name("TABLE");
  add_encryption_key_option(*command, options->encryption_key)
      ->description("file with the key by which the directory is to be encrypted")
      ->needs(data);
  auto* drill_flag =
      command->add_flag("--drill", options->drill, "restore into a scratch directory, compare, and remove it")
          ->excludes(data);
  command->add_option("--scratch", options->scratch, "where --drill has its directory. Default: $TMPDIR or /tmp")
      ->needs(drill_flag)
      ->type_name("DIR");
  command
      ->add_option(
          "--most-age", options->most_age,
          "--drill fails if no server has written to the archive for so long, such as 10m or 36h. A server writes "
          "to it every 10 seconds, also without a change")
      ->check(is_age)
      ->needs(drill_flag)
      ->type_name("TIME");
  add_archive_location_options(*command, options->from);
  return {command, [options] {
            if (!options->drill && options->data.empty())
              return print_error("give the directory to restore into: --data DIR, or --drill to try a restore out");
            // The directory has items, and may have keys, that only its owner should read.
            ::umask(S_IRWXG | S_IRWXO);
            if (!options->drill) {
              const auto restored = restore_for_use(*options);
              return restored ? 0 : print_error(restored.error());
            }
            const auto agrees = drill(*options);
            if (!agrees) {
              fmt::print("the drill FAILED\n");
              return print_error(agrees.error());
            }
            return *agrees ? 0 : 1;
          }};
}

}  // namespace partita::tools
