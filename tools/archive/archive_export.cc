// `partita archive export` exports a table as it was at a moment of an archive.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <map>

#include "archive/archive.h"
#include "archive/contents.h"
#include "archive/export_changes.h"
#include "base/try.h"
#include "choice.h"
#include "transfer/export.h"

namespace partita::tools {
namespace {

constexpr const char* kArchiveExportFooter = R"(Examples:
  partita archive export orders --from s3://backups/shop --at 2026-11-21T06:00:00Z --to export/
  partita archive export orders --from s3://backups/shop --from-time 2026-11-21T06:00:00Z \
    --to-time 2026-11-21T07:00:00Z --to export/

The second one is an incremental export, as the service makes them: the last change of each item that was written from
--from-time until before --to-time. The archive must have the whole span in one generation.
)";

const std::map<std::string, transfer::ExportView> kViews = {{"new", transfer::ExportView::NewImage},
                                                            {"new-and-old", transfer::ExportView::NewAndOldImages}};

struct ArchiveExportOptions {
  ArchiveLocationOptions from;
  std::string at;
  ChangesExportOptions changes;
  std::string scratch;
  TableExportOptions items;
};

Result<int> export_from_archive(ArchiveExportOptions& options) {
  if (!options.changes.from_time.empty()) {
    if (options.items.format && *options.items.format != transfer::Format::DynamoDbJson &&
        *options.items.format != transfer::Format::Ion)
      return invalid("an incremental export has the format dynamodb-json or ion");
    options.changes.table = options.items.table;
    options.changes.to = options.items.to;
    options.changes.scratch = options.scratch;
    options.changes.format = options.items.format.value_or(transfer::Format::DynamoDbJson);
    PARTITA_TRY(export_changes(options.from, options.changes));
    return 0;
  }
  PARTITA_TRY_VALUE(location, archive_location(options.from));
  const archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  PARTITA_TRY_VALUE(until, parse_until(options.at));
  PARTITA_TRY_VALUE(plan, archive::plan_restore(contents, until));
  PARTITA_TRY_VALUE(scratch, ScratchDirectory::make(options.scratch));
  PARTITA_TRY(restore_directory(place, plan, scratch.path()));
  options.items.database.data = scratch.path();
  options.items.s3 = options.from.s3;
  return export_table_items(options.items);
}

}  // namespace

Command add_archive_export(CLI::App& archive) {
  auto options = std::make_shared<ArchiveExportOptions>();
  CLI::App* command = archive.add_subcommand(
      "export", "write a table as it was at a moment into files, which Amazon DynamoDB can import");
  command->add_option("table", options->items.table, "the table")->required()->type_name("TABLE");
  command->add_option("--from", options->from.url, "the archive: file:///DIR, DIR or s3://BUCKET/PREFIX")
      ->required()
      ->type_name("URL");
  command->footer(kArchiveExportFooter);
  CLI::Option* const at =
      command->add_option("--at", options->at, "the moment: a time, or the number of an operation. Default: the newest")
          ->check(need_until)
          ->type_name("TIME|NUMBER");
  CLI::Option* const begin =
      command
          ->add_option("--from-time", options->changes.from_time,
                       "write only the items that were written from this time on, as an incremental export")
          ->excludes(at)
          ->type_name("TIME");
  command
      ->add_option("--to-time", options->changes.to_time,
                   "the end of the incremental export, which is not in it. Default: the end of the archive")
      ->needs(begin)
      ->type_name("TIME");
  add_choice(*command, "--view", options->changes.view, kViews, "the images of an incremental export");
  command->add_option("--to", options->items.to, "the place to write to, as `partita export` has it")
      ->required()
      ->type_name("TARGET");
  command
      ->add_option("--scratch", options->scratch, "where the database is restored meanwhile. Default: $TMPDIR or /tmp")
      ->type_name("DIR");
  add_form_options(*command, options->items);
  add_archive_location_options(*command, options->from);
  return {command, [options] {
            const auto code = export_from_archive(*options);
            return code ? *code : print_error(code.error());
          }};
}

}  // namespace partita::tools
