// `partita import` puts the items of files into a table.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/try.h"
#include "commands.h"
#include "demo/demo.h"
#include "ends.h"
#include "new_table.h"
#include "progress_line.h"
#include "refused_records.h"
#include "transfer/bytes/files.h"
#include "transfer/exports/export_id.h"
#include "transfer/exports/export_reader.h"
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

// A source: files in a place, or one stream.
struct ImportSource {
  std::optional<PlaceEnd> end = {};
  transfer::FoundFiles found = {};
  std::unique_ptr<transfer::Source> stream = {};
};

Result<ImportSource> open_place(PlaceEnd end) {
  ImportSource source{.end = std::move(end)};
  const std::string& key = source.end->key;
  if (source.end->is_prefix()) {
    PARTITA_TRY_VALUE(found, transfer::find_files(*source.end->place, key));
    source.found = std::move(found);
  } else {
    source.found.files.push_back({.key = key});
  }
  return source;
}

// The folder of an incremental export has only its manifests. Its data is beside it, so the place begins above both.
PlaceEnd import_directory(const std::string& source) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::absolute(source + "/", ignored).lexically_normal().parent_path();
  const fs::path exports = folder.parent_path();
  const std::string name = exports.filename().string() + "/";
  if (name != transfer::kExportsFolder || !fs::is_directory(exports / "data", ignored)) return directory_end(source);
  PlaceEnd end = directory_end(exports.parent_path().string());
  end.key = name + folder.filename().string() + "/";
  return end;
}

// An s3:// name without a slash at its end is an object if there is one, or else a prefix.
Result<ImportSource> open_bucket(const ImportOptions& options) {
  PARTITA_TRY_VALUE(end, s3_end(options.source, options.s3));
  if (end.is_prefix()) return open_place(std::move(end));
  bool is_object = false;
  PARTITA_TRY(end.place->list(end.key, [&](const transfer::ObjectFacts& object) -> Result<void> {
    is_object = is_object || object.key == end.key;
    return {};
  }));
  if (!is_object) end.key += '/';
  return open_place(std::move(end));
}

Result<ImportSource> open_import(const ImportOptions& options) {
  if (options.source == "-") {
    ImportSource source;
    source.stream = transfer::read_descriptor(STDIN_FILENO, "stdin");
    return source;
  }
  if (is_s3_end(options.source)) return open_bucket(options);
  if (is_directory_end(options.source)) return open_place(import_directory(options.source));
  ImportSource source;
  PARTITA_TRY_VALUE(file, transfer::open_file(options.source));
  source.stream = std::move(file);
  return source;
}

Result<transfer::Format> format_for(const ImportOptions& options, const ImportSource& source, const std::string& name) {
  if (options.format) return *options.format;
  if (source.found.summary) return source.found.summary->format;
  if (const auto format = transfer::format_of(name)) return *format;
  return invalid(fmt::format("{}: the ending does not tell the format; name it with --format", name));
}

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

// The parts of a run.
struct ImportRun {
  const ImportOptions& options;
  ImportSource source;
  transfer::ReadSettings read;
  transfer::Importer& importer;
};

Result<void> import_stream(ImportRun& run, transfer::Source& bytes, const std::string& name) {
  PARTITA_TRY_VALUE(format, format_for(run.options, run.source, name));
  PARTITA_TRY_VALUE(text, transfer::inflate(bytes, name));
  return run.importer.add_file(*text, format, run.read, name);
}

Result<void> import_source(ImportRun& run) {
  if (run.source.stream)
    return import_stream(run, *run.source.stream, run.options.source == "-" ? "stdin" : run.options.source);
  transfer::Place& place = *run.source.end->place;
  // The formats of all files are known, and their bytes are right, before the first item is written.
  for (const transfer::FoundFile& file : run.source.found.files) {
    PARTITA_TRY(format_for(run.options, run.source, file.key));
    if (file.expected) PARTITA_TRY(transfer::verify_file(place, file));
  }
  for (const transfer::FoundFile& file : run.source.found.files) {
    PARTITA_TRY_VALUE(bytes, place.get(file.key));
    PARTITA_TRY(import_stream(run, *bytes, place.name_of(file.key)));
  }
  return {};
}

void print_counts(const ImportOptions& options, const transfer::ImportCounts& counts, double seconds) {
  fmt::print("{}: {} of {} records {}, {} skipped, {:.1f} MB of text, in {:.1f} s\n", options.table, counts.written,
             counts.read, options.is_dry_run ? "are valid" : "imported", counts.refused,
             static_cast<double>(counts.bytes) / 1e6, seconds);
}

Result<int> import_items(const ImportOptions& options) {
  PARTITA_TRY_VALUE(source, open_import(options));
  PARTITA_TRY_VALUE(refused, RefusedRecords::open(options.errors, options.shown_errors));
  PARTITA_TRY_VALUE(database, open_import_database(options));
  PARTITA_TRY_VALUE(table, table_of_import(options, *database));
  transfer::ReadSettings read{
      .types = table.types, .delimiter = delimiter_of(options.delimiter), .columns = split_names(options.columns)};
  const auto begin = std::chrono::steady_clock::now();
  transfer::Importer importer(
      *database, std::move(table), options.is_dry_run ? transfer::ImportMode::Check : transfer::ImportMode::Write,
      {.requests = options.requests}, [&](const transfer::RefusedRecord& record) { refused->add(record); });
  ImportRun run{.options = options, .source = std::move(source), .read = std::move(read), .importer = importer};
  auto done = [&] {
    const WatchedLine line([&importer](int seconds) {
      const transfer::ImportCounts counts = importer.counts();
      return fmt::format("{} items, {:.0f} MB, {} skipped, {} s", counts.written,
                         static_cast<double>(counts.bytes) / 1e6, counts.refused, seconds);
    });
    auto read_all = import_source(run);
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
