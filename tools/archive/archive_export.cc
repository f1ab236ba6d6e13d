// `partita archive export` exports a table as it was at a moment of an archive.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "archive/archive.h"
#include "archive/contents.h"
#include "base/try.h"
#include "transfer/export.h"

namespace partita::tools {
namespace {

struct ArchiveExportOptions {
  ArchiveLocationOptions from;
  std::string at;
  std::string scratch;
  TableExportOptions items;
};

Result<int> export_from_archive(ArchiveExportOptions& options) {
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
  command->add_option("--at", options->at, "the moment: a time, or the number of an operation. Default: the newest")
      ->check(need_until)
      ->type_name("TIME|NUMBER");
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
