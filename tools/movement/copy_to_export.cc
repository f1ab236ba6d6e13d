#include "copy_to_export.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/try.h"
#include "transfer/export.h"

namespace partita::tools {
namespace {

// The target as `partita export` takes it, which knows a directory by its slash.
std::string export_target(const TableEnd& target) {
  const std::string place = target.export_place();
  std::error_code ignored;
  const bool is_file = is_s3_end(place) || place == "-" || transfer::format_of(place) ||
                       std::filesystem::is_regular_file(place, ignored);
  return is_file || place.ends_with('/') ? place : place + '/';
}

}  // namespace

Result<void> copy_to_export(Database& source, const std::vector<std::string>& tables, const TableEnd& target,
                            const ExportCopySettings& settings) {
  TableExportOptions options{.to = export_target(target),
                             .segments = settings.segments,
                             .is_consistent = settings.consistency == transfer::ReadConsistency::Consistent,
                             .s3 = settings.s3};
  if (target.export_place().empty()) return invalid("export: needs a place, such as export:./backup");
  if (options.to == "-") return invalid("`partita export --to -` writes to the standard output");
  if (tables.size() > 1 && !options.to.ends_with('/') && transfer::format_of(options.to))
    return invalid(fmt::format(
        "{} takes the items of one table; name it with one --table, or name a directory as export:DIR", options.to));
  for (const std::string& table : tables) {
    options.table = table;
    PARTITA_TRY_VALUE(outcome, export_table(source, options, settings.read_units));
    fmt::print("{}: {} items, {:.1f} MB of text, in {:.1f} s, to {}\n", table, outcome.items,
               static_cast<double>(outcome.text_bytes) / 1e6, outcome.seconds, outcome.target);
  }
  return {};
}

}  // namespace partita::tools
