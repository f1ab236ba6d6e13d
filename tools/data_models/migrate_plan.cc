#include "migrate_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/contains.h"
#include "base/try.h"
#include "model/core/spell.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

using movement::Reshaping;
using movement::stored_name;

constexpr std::size_t kShownDifferences = 10;

movement::ReshapedCompareSettings compare_settings(MigrationWork& work) {
  return {.prefix = work.tables.prefix, .segments = work.options.segments, .read_units = &work.pace};
}

// The values that programs of the later version write and that a way back loses.
std::string lost_values(const MigrationWork& work) {
  std::vector<std::string> lost = work.back->derivations().unused_fields();
  for (const std::string& field : work.forward.derivations().lost_on_a_way_back())
    if (!base::contains(lost, field)) lost.push_back(field);
  return fmt::format("{}", fmt::join(lost, ", "));
}

}  // namespace

void print_comparison(const MigrationWork& work, const movement::ReshapedComparison& found, Found kind) {
  for (const auto& [entity, counts] : found.entities) {
    const std::string name = entity.empty() ? "sentinels of unique values" : entity;
    if (kind == Found::Derived)
      fmt::print("{}: {} items\n", name, counts.wanted);
    else if (counts.is_equal())
      fmt::print("{}: {} items, the hash of their fields is equal\n", name, counts.there);
    else
      fmt::print("{}: {} items follow, and {} are there; their hashes {}\n", name, counts.wanted, counts.there,
                 counts.wanted_hash == counts.there_hash ? "are equal" : "differ");
  }
  for (const std::string& fault : found.faults) fmt::print("cannot be derived: {}\n", fault);
  if (found.fault_count > found.faults.size())
    fmt::print("and {} more items cannot be derived\n", found.fault_count - found.faults.size());
  for (const std::string& key : found.repeated) fmt::print("several items of the earlier model become one: {}\n", key);
  if (found.repeats > found.repeated.size()) fmt::print("and {} more\n", found.repeats - found.repeated.size());
  std::size_t shown = 0;
  for (const movement::ReshapedDifference& one : found.differences) {
    if (shown++ == kShownDifferences) break;
    fmt::print("{} {} differs\n", stored_name(*one.table, work.tables.prefix),
               model::spell(movement::item_of(one.key).to_map()));
  }
  if (found.different > kShownDifferences) fmt::print("and {} more differ\n", found.different - kShownDifferences);
}

Result<movement::ReshapedComparison> judge(MigrationWork& work, const Reshaping* back) {
  const ElapsedLine line("deriving the items", 24 * 3600);
  return judge_sources(work.forward, back, work.database, compare_settings(work));
}

Result<movement::ReshapedComparison> judge_both_ways(MigrationWork& work) {
  PARTITA_TRY_VALUE(found, judge(work, work.back ? &*work.back : nullptr));
  if (found.lost_back > 0) {
    work.no_way_back =
        fmt::format("{} items would not come back as they are, such as {}", found.lost_back, found.first_lost_back);
    work.back.reset();
  }
  return std::move(found);
}

// The items are derived twice and compared twice, at the beginning and at the cut-over.
Result<movement::Units> units_of(MigrationWork& work, const movement::ReshapedComparison& found) {
  movement::Units units;
  for (const std::string& name : work.old_names()) {
    PARTITA_TRY_VALUE(described, work.database.describe_table({.table_name = name}));
    units.read += movement::scan_units(described.table, transfer::ReadConsistency::Eventual) +
                  2 * movement::scan_units(described.table, transfer::ReadConsistency::Consistent);
  }
  units.write = found.write_units;
  // A read unit is of 4 KB, and a write unit of 1 KB.
  units.read += found.write_units / 4;
  return units;
}

Result<int> print_plan(MigrationWork& work) {
  for (const modelling::ProvenTable* table : work.forward.targets()) {
    std::vector<std::string> from;
    for (const auto& origin : work.forward.derivations().all())
      if (origin.to_table == table)
        from.push_back(
            fmt::format("{} of {} of {}", origin.to->name, origin.from->name, origin.from_table->declared->name));
    fmt::print("{}: make the table, and fill it: {}\n", stored_name(*table, work.tables.prefix), fmt::join(from, ", "));
  }
  PARTITA_TRY_VALUE(found, judge_both_ways(work));
  print_comparison(work, found, Found::Derived);
  for (const std::string& field : work.forward.derivations().unused_fields())
    fmt::print("{} goes, because no field of the later model has it\n", field);
  PARTITA_TRY_VALUE(units, units_of(work, found));
  fmt::print("about {:.0f} read units and {:.0f} write units, and those of the changes meanwhile\n", units.read,
             units.write);
  fmt::print("--run: programs of the earlier version go on, and those of the later one may read the new tables\n");
  fmt::print("--cutover: programs stop while the tables are compared, and then those of the later version begin\n");
  if (work.back) {
    fmt::print(
        "--cut-back: programs of the earlier version begin again; the old tables are kept in step until --finish\n");
    if (const std::string lost = lost_values(work); !lost.empty())
      fmt::print("--cut-back loses values of the later version that the earlier one cannot have: {}\n", lost);
  } else {
    fmt::print("there is no way back after the cut-over: {}\n", work.no_way_back);
  }
  return found.fault_count + found.repeats == 0 ? 0 : kStepsLeft;
}

}  // namespace partita::tools
