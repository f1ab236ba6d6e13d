// `partita verify` checks a data directory without changing it.
#include "verify.h"

#include <fmt/core.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>

#include "base/try.h"
#include "client/directory_owner.h"
#include "client/embedded_database.h"
#include "commands.h"
#include "progress_line.h"
#include "storage/open_store.h"

namespace partita::tools {
Result<engine::VerifyReport> verify_directory(const DataPlace& place) {
  OpenOptions options;
  options.create_if_missing = false;
  options.read_only = true;
  options.encryption_key_file = place.encryption_key;
  client::set_owner(options, place.data);
  PARTITA_TRY_VALUE(database, client::EmbeddedDatabase::open(place.data, options));
  ProgressLine progress;
  return engine::verify(database->engine().context(),
                        [&](std::uint64_t keys_read) { progress.show(fmt::format("{} keys read", keys_read)); });
}

namespace {

// The database of a directory that no server has open, without its jobs.
Result<std::unique_ptr<client::EmbeddedDatabase>> open_to_mend(const DataPlace& place) {
  PARTITA_TRY_VALUE(keys, storage::keys_of_option(place.encryption_key, place.data));
  PARTITA_TRY_VALUE(store, storage::open_store(place.data, {.create_if_missing = false, .keys = std::move(keys)}));
  engine::EngineOptions options;
  options.background_jobs = false;
  client::set_owner(options, place.data);
  return client::EmbeddedDatabase::open(std::move(store), std::move(options));
}

}  // namespace

Result<engine::Doubted> doubt_backups_of(const DataPlace& place) {
  PARTITA_TRY_VALUE(database, open_to_mend(place));
  return engine::doubt_backups(database->engine().context());
}

Result<std::uint64_t> trust_backups_of(const DataPlace& place) {
  PARTITA_TRY_VALUE(database, open_to_mend(place));
  return engine::trust_backups(database->engine().context());
}

Result<std::uint64_t> mend_directory(const DataPlace& place) {
  PARTITA_TRY_VALUE(database, open_to_mend(place));
  ProgressLine progress;
  return engine::mend(database->engine().context(),
                      [&](std::uint64_t keys_read) { progress.show(fmt::format("{} keys read", keys_read)); });
}

namespace {

// The text is, for example, "1 table" or "2 index entries".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

int print_verification(const DataPlace& place) {
  auto report = verify_directory(place);
  if (!report) return print_error(report.error());
  for (const std::string& finding : report->findings) fmt::print("{}\n", finding);
  if (report->finding_count > report->findings.size())
    fmt::print("... and {} more\n", report->finding_count - report->findings.size());
  for (const auto& table : report->hashes)
    fmt::print("{}: {} with {} bytes, hash {}\n", table.name, counted(table.items, "item", "items"), table.bytes,
               table.hash);
  const std::string records =
      report->streams > 0 ? ", " + counted(report->records, "stream record", "stream records") : "";
  fmt::print("{}, {}, {}{}, {}\n", counted(report->tables, "table", "tables"), counted(report->items, "item", "items"),
             counted(report->entries, "index entry", "index entries"), records,
             counted(report->finding_count, "fault", "faults"));
  return report->finding_count == 0 ? 0 : 1;
}

Command add_verify(CLI::App& app) {
  auto place = std::make_shared<DataPlace>();
  CLI::App* command =
      app.add_subcommand("verify", "check that every index entry has its item, every item its entries, and the counts");
  command->add_option("--data", place->data, "directory of the database; no server may be using it")->required();
  add_encryption_key_option(*command, place->encryption_key);
  command->footer("Exit code: 0 if there is no fault, 1 if there is one, or if the directory cannot be read.");
  return {command, [place] { return print_verification(*place); }};
}

}  // namespace partita::tools
