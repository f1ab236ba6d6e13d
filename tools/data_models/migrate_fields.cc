#include "migrate_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

using modelling::derive::EntityOrigin;
using modelling::derive::NewFields;
using movement::FilledEntity;
using movement::FillMode;
using movement::FillReport;
using movement::FillSettings;

Result<FillReport> pass(Database& database, const NewFields& fields, FillSettings settings, std::string_view what) {
  ProgressLine line;
  settings.on_page = [&](std::uint64_t items) { line.show(fmt::format("{}: {} items read", what, items)); };
  return movement::fill_fields(database, fields, settings);
}

bool print_faults(const FillReport& report) {
  for (const std::string& fault : report.faults) fmt::print("cannot be derived: {}\n", fault);
  if (report.fault_count > report.faults.size())
    fmt::print("and {} more items cannot be derived\n", report.fault_count - report.faults.size());
  return report.fault_count > 0;
}

void print_plan(const std::string& table, const EntityOrigin& origin, const FilledEntity& found, FillMode mode) {
  if (found.lacking > 0) {
    fmt::print("{}: fill {} in {} items of {}\n", table, fmt::join(NewFields::added(origin), ", "), found.lacking,
               origin.to->name);
    fmt::print(
        "  programs of the earlier model that put whole items leave these fields out: run this again after the last "
        "of them\n");
  }
  if (found.differing > 0)
    fmt::print("{}: {} items of {} have other values in {} than their earlier fields give, and keep them\n", table,
               found.differing, origin.to->name, fmt::join(NewFields::added(origin), ", "));
  if (found.left_over > 0 && mode != FillMode::FillAndDropOld)
    fmt::print("{}: {} items of {} have {}, which the model does not have; --drop-fields removes it\n", table,
               found.left_over, origin.to->name, fmt::join(NewFields::left_over(origin), ", "));
}

void print_done(const std::string& table, const EntityOrigin& origin, const FilledEntity& found) {
  if (found.filled > 0)
    fmt::print("done: {}: fill {} in {} items of {}\n", table, fmt::join(NewFields::added(origin), ", "), found.filled,
               origin.to->name);
  if (found.dropped > 0)
    fmt::print("done: {}: remove {} from {} items of {}\n", table, fmt::join(NewFields::left_over(origin), ", "),
               found.dropped, origin.to->name);
  if (found.unsettled > 0)
    fmt::print("left: {}: {} items of {}, which programs changed before each attempt\n", table, found.unsettled,
               origin.to->name);
}

}  // namespace

Result<FilledFields> migrate_fields(Database& database, const NewFields& fields, const FillSettings& settings) {
  FilledFields out;
  FillSettings listing = settings;
  listing.mode = FillMode::List;
  PARTITA_TRY_VALUE(report, pass(database, fields, listing, "deriving fields"));
  out.can_derive = !print_faults(report);
  const bool writes = settings.mode != FillMode::List && out.can_derive;
  if (writes) {
    PARTITA_TRY_VALUE(filled, pass(database, fields, settings, "filling fields"));
    report = std::move(filled);
    out.can_derive = !print_faults(report);
  }
  for (const auto& [origin, found] : report.entities) {
    const std::string table = settings.prefix + origin->to_table->declared->name;
    out.has_anything |= found.lacking + found.left_over + found.differing > 0;
    if (writes)
      print_done(table, *origin, found);
    else
      print_plan(table, *origin, found, settings.mode);
    out.is_done &= writes ? found.unsettled == 0 : found.lacking == 0;
  }
  return out;
}

}  // namespace partita::tools
