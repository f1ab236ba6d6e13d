// `partita export` writes the items of a table into files.
#include "export.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/clock.h"
#include "base/try.h"
#include "choice.h"
#include "commands.h"
#include "help.h"
#include "progress_line.h"
#include "transfer/tables/export_table.h"

namespace partita::tools {
namespace {

constexpr const char* kTableExportFooter =
    R"(TARGET is one of these:
  DIR/, or a directory that exists   an export in the layout of the service's exports: AWSDynamoDB/<id>/ with data
                                     files, manifests and checksums; --format dynamodb-json or ion
  s3://BUCKET/PREFIX                 the same in a bucket; with csv or jsonl, or an ending such as .json.gz: one object
  FILE                               one file, whose ending chooses the format (.json, .ion, .csv, .jsonl) and the
                                     compression (.gz, .zst); it is replaced as a whole or not at all
  -                                  the standard output

Items are read with a Scan. Through an endpoint they are not of one moment, because the Scan sees a write that happens
meanwhile or not. A data directory has no other writer meanwhile.

Lines of jsonl are plain JSON: sets become arrays, and binary data base64. CSV has strings and numbers plainly, binary
data as base64, and other types as DynamoDB JSON. Only dynamodb-json and ion keep all types.

Examples:
  partita export orders --to backup/ --data ./shop
  partita export orders --to orders.json.gz --endpoint http://127.0.0.1:9000
  partita export orders --to - --format jsonl | head -1
  partita export orders --to s3://backups/shop --endpoint https://dynamodb.eu-west-1.amazonaws.com
  partita export orders --to orders.csv --columns pk,sk,total

Exit code: 0 if all items were written, 1 if something failed.
)";

// The parts of a run.
struct ExportRun {
  const TableExportOptions& options;
  Database& database;
  transfer::TableFacts table;
  transfer::Format format;
  transfer::Pace* read_units = nullptr;
  transfer::ExportProgress progress = {};

  transfer::ScanSettings scan() const {
    return {.segments = options.segments,
            .consistency =
                options.is_consistent ? transfer::ReadConsistency::Consistent : transfer::ReadConsistency::Eventual,
            .pace = read_units};
  }
};

Result<void> write_stream(ExportRun& run, transfer::Sink& file, transfer::Compression compression) {
  if (run.format != transfer::Format::Csv) {
    PARTITA_TRY(
        transfer::export_to_stream(run.database, run.table, run.format, compression, run.scan(), file, run.progress));
    return file.finish();
  }
  const auto sink = transfer::compress(compression, file);
  const transfer::CsvSettings csv{.delimiter = delimiter_of(run.options.delimiter),
                                  .columns = split_names(run.options.columns)};
  PARTITA_TRY(transfer::export_to_csv(run.database, run.table, csv, run.scan(), *sink, run.progress));
  PARTITA_TRY(sink->finish());
  return file.finish();
}

// Returns the name of the export's folder.
Result<std::string> write_layout(ExportRun& run, PlaceEnd& end) {
  const base::SystemClock clock;
  transfer::ExportFacts facts{.table_arn = run.table.arn,
                              .table_id = run.table.id,
                              .export_ms = clock.now_ms(),
                              .bucket = end.bucket,
                              .format = run.format};
  if (!end.key.empty()) facts.prefix = end.key.substr(0, end.key.size() - (end.key.ends_with('/') ? 1 : 0));
  PARTITA_TRY_VALUE(writer, transfer::ExportWriter::begin(*end.place, std::move(facts), clock));
  PARTITA_TRY(transfer::export_to_layout(run.database, run.table, run.format, run.scan(), *writer, run.progress));
  PARTITA_TRY(writer->finish());
  return end.place->name_of(writer->folder());
}

bool has_layout(transfer::Format format) {
  return format == transfer::Format::DynamoDbJson || format == transfer::Format::Ion;
}

Result<std::string> write_to_place(ExportRun& run, PlaceEnd end) {
  const std::string& to = run.options.to;
  // A name with an ending of a format is one object.
  const bool is_object = !end.is_prefix() && (transfer::format_of(end.key) || !has_layout(run.format));
  if (is_object) {
    PARTITA_TRY_VALUE(object, end.place->put(end.key));
    PARTITA_TRY(write_stream(run, *object, run.options.compression.value_or(transfer::compression_of(end.key))));
    return to;
  }
  if (!has_layout(run.format))
    return invalid(fmt::format("the layout of exports has no csv and no jsonl; name a file, such as {}{}.csv",
                               to.ends_with('/') ? to : to + "/", run.table.name));
  if (run.options.compression.value_or(transfer::Compression::Gzip) != transfer::Compression::Gzip)
    return invalid("the layout of exports is compressed by gzip; name a file for another compression");
  return write_layout(run, end);
}

Result<std::string> write_target(ExportRun& run) {
  const std::string& to = run.options.to;
  if (is_s3_end(to)) {
    PARTITA_TRY_VALUE(end, s3_end(to, run.options.s3));
    return write_to_place(run, std::move(end));
  }
  if (is_directory_end(to)) return write_to_place(run, directory_end(to));
  PARTITA_TRY_VALUE(file, open_output(to));
  PARTITA_TRY(write_stream(run, *file, run.options.compression.value_or(transfer::compression_of(to))));
  return to;
}

Result<std::unique_ptr<Database>> open_exported(DemoTarget target) {
  use_default_endpoint(target);
  OpenOptions options;
  options.create_if_missing = false;
  options.read_only = true;
  return open_target(target, options);
}

void print_outcome(const TableExportOptions& options, const ExportOutcome& outcome) {
  // The items themselves may be on stdout.
  std::FILE* const out = options.to == "-" ? stderr : stdout;
  fmt::print(out, "{}: {} items, {:.1f} MB of text, in {:.1f} s, to {}\n", options.table, outcome.items,
             static_cast<double>(outcome.text_bytes) / 1e6, outcome.seconds, outcome.target);
  if (options.database.data.empty())
    fmt::print(out, "A Scan read the items during this time, so they are not of one moment.\n");
}

Result<transfer::Format> format_for(const TableExportOptions& options) {
  if (options.format) return *options.format;
  if (const auto format = transfer::format_of(options.to)) return *format;
  std::error_code ignored;
  const bool is_device = std::filesystem::is_other(options.to, ignored);
  if (options.to == "-" || is_device || is_s3_end(options.to) || is_directory_end(options.to))
    return transfer::Format::DynamoDbJson;
  return invalid(fmt::format(
      "{0}: the ending does not tell the format; name it with --format, or name the directory {0}/", options.to));
}

}  // namespace

Result<ExportOutcome> export_table(Database& database, const TableExportOptions& options, transfer::Pace* read_units) {
  PARTITA_TRY_VALUE(format, format_for(options));
  PARTITA_TRY_VALUE(table, transfer::describe(database, options.table));
  ExportRun run{
      .options = options, .database = database, .table = std::move(table), .format = format, .read_units = read_units};
  const auto begin = std::chrono::steady_clock::now();
  const WatchedLine line([&run](int seconds) {
    return fmt::format("{} items, {:.0f} MB, {} s", run.progress.items.load(),
                       static_cast<double>(run.progress.text_bytes) / 1e6, seconds);
  });
  PARTITA_TRY_VALUE(target, write_target(run));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return ExportOutcome{std::move(target), run.progress.items, run.progress.text_bytes, seconds};
}

namespace {

Result<ExportOutcome> export_items(const TableExportOptions& options) {
  // A fault of the options is told before a database is opened.
  if (auto format = format_for(options); !format) return unexpected(std::move(format.error()));
  PARTITA_TRY_VALUE(database, open_exported(options.database));
  return export_table(*database, options, nullptr);
}

}  // namespace

int export_table_items(const TableExportOptions& options) {
  const auto outcome = export_items(options);
  if (!outcome) return print_error(outcome.error());
  print_outcome(options, *outcome);
  return 0;
}

void add_form_options(CLI::App& app, TableExportOptions& options) {
  add_format_option(app, options.format);
  add_compression_option(app, options.compression);
  app.add_option("--delimiter", options.delimiter, "between the cells of CSV: , : ; | tab space")
      ->check(need_delimiter)
      ->capture_default_str();
  app.add_option("--columns", options.columns, "the columns of CSV. Default: all attributes, the key first")
      ->type_name("NAME,...");
}

Command add_export(CLI::App& app) {
  auto options = std::make_shared<TableExportOptions>();
  CLI::App* command = app.add_subcommand("export", "write the items of a table into files, or into S3");
  command->footer(kTableExportFooter);
  command->add_option("table", options->table, "the table")->required()->type_name("TABLE");
  command->add_option("--to", options->to, "the place to write to; see below")
      ->required()
      ->type_name("TARGET")
      ->check(need_text);
  add_form_options(*command, *options);
  command->add_option("--segments", options->segments, "the parts of the table that are read at the same time")
      ->check(CLI::Range(1, kMostSegments))
      ->capture_default_str();
  command->add_flag("--consistent", options->is_consistent,
                    "read with strong consistency, which costs twice the read units");
  add_server_options(*command, options->database);
  add_s3_options(*command, options->s3);
  return {command, [options] { return export_table_items(*options); }};
}

}  // namespace partita::tools
