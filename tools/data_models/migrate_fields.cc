#include "migrate_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

using modelling::derive::EntityOrigin;
using modelling::derive::NewFields;
using movement::Differing;
using movement::FilledEntity;
using movement::FillMode;
using movement::FillReport;
using movement::FillSettings;

Result<FillReport> pass(Database& database, const NewFields& fields, FillSettings settings, FillMode mode) {
  ProgressLine line;
  settings.mode = mode;
  const char* what = mode == FillMode::List   ? "deriving fields"
                     : mode == FillMode::Fill ? "filling fields"
                                              : "removing fields of the earlier model";
  settings.on_page = [&](std::uint64_t items) { line.show(fmt::format("{}: {} items read", what, items)); };
  return movement::fill_fields(database, fields, settings);
}

bool print_faults(const FillReport& report) {
  for (const std::string& fault : report.faults) fmt::print("cannot be filled: {}\n", fault);
  if (report.fault_count > report.faults.size())
    fmt::print("and {} more items cannot be filled\n", report.fault_count - report.faults.size());
  return report.fault_count > 0;
}

void print_differing(const FillReport& report) {
  std::uint64_t all = 0;
  for (const auto& [origin, found] : report.entities) all += found.differing;
  if (all == 0) return;
  fmt::print(
      "{} items have other values than follow from their earlier fields, because later programs wrote them, or earlier "
      "ones changed those. --differing accept keeps them, and --differing derive derives them again:\n",
      all);
  for (const std::string& item : report.differing) fmt::print("  {}\n", item);
  if (all > report.differing.size()) fmt::print("  and {} more\n", all - report.differing.size());
}

std::string table_of(const EntityOrigin& origin, const FillSettings& settings) {
  return settings.prefix + origin.to_table->declared->name;
}

void print_plan(const EntityOrigin& origin, const FilledEntity& found, const FillSettings& settings) {
  if (found.lacking > 0) {
    fmt::print("{}: fill {} in {} items of {}\n", table_of(origin, settings), fmt::join(NewFields::added(origin), ", "),
               found.lacking, origin.to->name);
    fmt::print(
        "  programs of the earlier model that put whole items leave these fields out: run this again after the last "
        "of them\n");
  }
  if (found.left_over > 0)
    fmt::print("{}: {} items of {} have {}, which the model does not have; --drop-fields removes that\n",
               table_of(origin, settings), found.left_over, origin.to->name,
               fmt::join(NewFields::left_over(origin), ", "));
}

void print_done(const EntityOrigin& origin, const FilledEntity& found, const FillSettings& settings) {
  if (found.filled > 0)
    fmt::print("done: {}: fill {} in {} items of {}\n", table_of(origin, settings),
               fmt::join(NewFields::added(origin), ", "), found.filled, origin.to->name);
  if (found.dropped > 0)
    fmt::print("done: {}: remove {} from {} items of {}\n", table_of(origin, settings),
               fmt::join(NewFields::left_over(origin), ", "), found.dropped, origin.to->name);
  if (found.unsettled > 0)
    fmt::print("left: {}: {} items of {}, which programs changed before each attempt\n", table_of(origin, settings),
               found.unsettled, origin.to->name);
}

// The faults of the database come with the pass that writes.
bool print_pass(const FillReport& report, const FillSettings& settings) {
  const bool has_faults = print_faults(report);
  bool is_done = !has_faults;
  for (const auto& [origin, found] : report.entities) {
    print_done(*origin, found, settings);
    is_done = is_done && found.unsettled == 0;
  }
  return is_done;
}

}  // namespace

Result<FilledFields> list_new_fields(Database& database, const NewFields& fields, const FillSettings& settings) {
  FilledFields out;
  PARTITA_TRY_VALUE(report, pass(database, fields, settings, FillMode::List));
  out.can_derive = !print_faults(report);
  for (const auto& [origin, found] : report.entities) {
    out.has_anything = out.has_anything || found.lacking > 0;
    print_plan(*origin, found, settings);
    out.is_done =
        out.is_done && found.lacking == 0 && (found.differing == 0 || settings.differing == Differing::Accept);
  }
  if (settings.differing != Differing::Accept) print_differing(report);
  return out;
}

Result<FilledFields> fill_new_fields(Database& database, const NewFields& fields, const FillSettings& settings) {
  FilledFields out;
  PARTITA_TRY_VALUE(listed, pass(database, fields, settings, FillMode::List));
  out.can_derive = !print_faults(listed);
  if (!out.can_derive) return out;
  PARTITA_TRY_VALUE(filled, pass(database, fields, settings, FillMode::Fill));
  out.is_done = print_pass(filled, settings);
  for (const auto& [origin, found] : filled.entities) out.has_anything = out.has_anything || found.filled > 0;
  if (settings.differing != Differing::Leave) return out;
  print_differing(filled);
  for (const auto& [origin, found] : filled.entities) out.is_done = out.is_done && found.differing == 0;
  return out;
}

Result<FilledFields> drop_old_fields(Database& database, const NewFields& fields, const FillSettings& settings) {
  FilledFields out;
  PARTITA_TRY_VALUE(report, pass(database, fields, settings, FillMode::DropOld));
  out.is_done = print_pass(report, settings);
  for (const auto& [origin, found] : report.entities) {
    out.has_anything = out.has_anything || found.dropped > 0;
    if (found.kept == 0) continue;
    out.is_done = false;
    fmt::print(
        "left: {}: {} items of {} keep the fields of the earlier model, because they lack or differ in the new ones\n",
        table_of(*origin, settings), found.kept, origin->to->name);
  }
  return out;
}

}  // namespace partita::tools
