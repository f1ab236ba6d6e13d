// `partita import` puts the items of files into a table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <cstdio>

#include "base/try.h"
#include "commands.h"
#include "demo/demo.h"
#include "ends.h"
#include "import_files.h"
#include "new_table.h"
#include "progress_line.h"
#include "refused_records.h"
#include "transfer/formats/csv.h"
#include "transfer/tables/importer.h"

namespace partita::tools {
namespace {

constexpr const char* kImportFooter =
    R"(SOURCE is a file, - for the standard input, a directory, or s3://BUCKET/PREFIX. Files may be compressed by gzip or zstd.
In a directory or below a prefix, an export in the layout of the service's exports is found by its manifest, and all of
its checksums are verified before the first item is written. Other files are read in the order of their names.

Items replace those with the same key. If several records have one key, any one of them remains. An incremental export
puts the new images and deletes the items that are gone. The types of CSV and jsonl: each column of CSV is a string,
except the keys of the table and its indexes, and a cell without any character is an attribute that the item lacks. In
jsonl the key attributes of type B are base64.

A record that is not a valid item is skipped and reported with its place, and the others are imported.

Examples:
  partita import backup/ --table orders --data ./shop
  partita import orders.json.gz --table orders --keys pk:S,sk:N --endpoint http://127.0.0.1:9000
  partita import prices.csv --table prices --create template.yml --dry-run
  partita import s3://backups/shop/ --table orders --errors skipped.json

Exit code: 0 if all records were imported, 2 if some were skipped, 1 if the import failed.
)";

constexpr int kSkipped = 2;
constexpr int kMostRequests = 256;

struct ImportOptions {
  std::string source;
  std::string table;
  DemoTarget database;
  std::optional<transfer::Format> format;
  std::string delimiter = ",";
  std::string columns;
  NewTableOptions new_table;
  bool is_dry_run = false;
  std::string errors;
  std::uint64_t shown_errors = 10;
  int requests = 8;
  S3Options s3;
};

// Opens the database, and creates the table if that is wanted.
Result<std::unique_ptr<Database>> open_import_database(const ImportOptions& options) {
  // A check of a table that need not exist asks no database, so an empty one will do.
  if (options.is_dry_run && options.new_table.is_wanted()) return open_target({});
  DemoTarget target = options.database;
  use_default_endpoint(target);
  OpenOptions how;
  how.create_if_missing = options.new_table.is_wanted();
  how.read_only = options.is_dry_run;
  return open_target(target, how);
}

Result<transfer::TableFacts> table_of_import(const ImportOptions& options, Database& database) {
  if (!options.new_table.is_wanted()) return transfer::describe(database, options.table);
  PARTITA_TRY_VALUE(definition, definition_of(options.table, options.new_table));
  if (options.is_dry_run) return transfer::facts_of(definition.request);
  PARTITA_TRY_VALUE(outcome, ensure_table(database, definition));
  if (outcome.kind == TableOutcome::Kind::Differs)
    return invalid(
        fmt::format("the table {} exists and differs: {}", options.table, fmt::join(outcome.differences, "; ")));
  return transfer::describe(database, options.table);
}

void print_counts(const ImportOptions& options, const transfer::ImportCounts& counts, double seconds) {
  fmt::print("{}: {} of {} records {}, {} skipped, {:.1f} MB of text, in {:.1f} s\n", options.table, counts.written,
             counts.read, options.is_dry_run ? "are valid" : "imported", counts.refused,
             static_cast<double>(counts.bytes) / 1e6, seconds);
}

Result<int> import_items(const ImportOptions& options) {
  PARTITA_TRY_VALUE(files, open_import_files(options.source, options.s3));
  PARTITA_TRY_VALUE(refused, RefusedRecords::open(options.errors, options.shown_errors));
  PARTITA_TRY_VALUE(database, open_import_database(options));
  PARTITA_TRY_VALUE(table, table_of_import(options, *database));
  transfer::ReadSettings read{
      .types = table.types, .delimiter = delimiter_of(options.delimiter), .columns = split_names(options.columns)};
  const auto begin = std::chrono::steady_clock::now();
  transfer::Importer importer(
      *database, std::move(table), options.is_dry_run ? transfer::ImportMode::Check : transfer::ImportMode::Write,
      {.requests = options.requests}, [&](const transfer::RefusedRecord& record) { refused->add(record); });
  auto done = [&] {
    const WatchedLine line([&importer](int seconds) {
      const transfer::ImportCounts counts = importer.counts();
      return fmt::format("{} items, {:.0f} MB, {} skipped, {} s", counts.written,
                         static_cast<double>(counts.bytes) / 1e6, counts.refused, seconds);
    });
    auto read_all = import_files(files, options.format, read, importer);
    return read_all ? importer.finish() : std::move(read_all);
  }();
  PARTITA_TRY(refused->finish());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const transfer::ImportCounts counts = importer.counts();
  if (done || counts.written > 0) print_counts(options, counts, seconds);
  PARTITA_TRY(std::move(done));
  return counts.refused == 0 ? 0 : kSkipped;
}

int run_import(const ImportOptions& options) {
  const auto code = import_items(options);
  return code ? *code : print_error(code.error());
}

}  // namespace

Command add_import(CLI::App& app) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command = app.add_subcommand("import", "put the items of files, or of an export, into a table");
  command->footer(kImportFooter);
  command->add_option("source", options->source, "the files; see below")
      ->required()
      ->type_name("SOURCE")
      ->check(need_text);
  command->add_option("--table", options->table, "the table")->required()->type_name("TABLE");
  add_format_option(*command, options->format);
  command->add_option("--delimiter", options->delimiter, "between the cells of CSV: , : ; | tab space")
      ->check(need_delimiter)
      ->capture_default_str();
  command->add_option("--columns", options->columns, "the columns of CSV, if its first line does not have their names")
      ->type_name("NAME,...");
  add_new_table_options(*command, options->new_table);
  command->add_flag("--dry-run", options->is_dry_run, "check the records and write no item");
  command->add_option("--errors", options->errors, "a file for all skipped records, one a line, as JSON")
      ->type_name("FILE");
  command->add_option("--show-errors", options->shown_errors, "the skipped records that are printed")
      ->capture_default_str();
  command->add_option("--requests", options->requests, "the requests that are under way at the same time")
      ->check(CLI::Range(1, kMostRequests))
      ->capture_default_str();
  add_server_options(*command, options->database);
  add_s3_options(*command, options->s3);
  return {command, [options] { return run_import(*options); }};
}

}  // namespace partita::tools
