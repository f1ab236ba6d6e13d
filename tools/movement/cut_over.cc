#include "cut_over.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <cstdio>

#include "base/try.h"
#include "progress_line.h"
#include "protocol/item_json.h"

namespace partita::tools {
namespace {

constexpr std::uint64_t kShownDifferences = 10;

void print_item(const std::string& table, const movement::Difference& difference) {
  using Kind = movement::Difference::Kind;
  std::string key;
  protocol::append_typed_json(difference.key, key);
  if (difference.kind == Kind::Differs)
    fmt::print("{}: {} differs: {}\n", table, key, fmt::join(difference.attributes(), ", "));
  else
    fmt::print("{}: {} is only in the {}\n", table, key, difference.kind == Kind::OnlyFirst ? "source" : "target");
}

enum class Repairs : bool { No, Yes };

// Compares a table. Returns whether both ends are equal.
Result<bool> is_equal(MovedTable& table, Repairs repairs) {
  std::uint64_t shown = 0;
  PARTITA_TRY_VALUE(level, table.move->check_level([&](const movement::Difference& difference) -> Result<void> {
    if (repairs == Repairs::Yes) return table.move->repair(difference);
    if (shown++ < kShownDifferences) print_item(table.pair.source, difference);
    return {};
  }));
  const movement::Comparison& found = level.comparison;
  if (!level.is_quiet) {
    fmt::print("{}: changes still come, so not all programs are stopped\n", table.pair.source);
    return false;
  }
  if (found.different() == 0) {
    fmt::print("{}: {} items, nothing differs\n", table.pair.source, found.first_items);
    return true;
  }
  fmt::print("{}: {} items {} ({} only in the source, {} only in the target)\n", table.pair.source, found.different(),
             repairs == Repairs::Yes ? "were repaired" : "differ", found.only_first, found.only_second);
  return false;
}

// Whether all tables are equal and no program writes.
Result<bool> check_all_level(MoveRun& run, const std::vector<MovedTable*>& tables) {
  bool is_level = true;
  for (MovedTable* table : tables) {
    PARTITA_TRY_VALUE(equal, is_equal(*table, Repairs::No));
    if (!equal && run.options.repairs) {
      PARTITA_TRY(is_equal(*table, Repairs::Yes));
      PARTITA_TRY_VALUE(repaired, is_equal(*table, Repairs::No));
      equal = repaired;
    }
    is_level = is_level && equal;
  }
  if (!is_level) return false;
  PARTITA_TRY(for_all(tables, [](MovedTable& table) { return table.move->find_way_back(); }));
  // The last look, at all tables, because a program may have written one while the others were compared.
  std::atomic<bool> is_late = false;
  PARTITA_TRY(for_all(tables, [&](MovedTable& table) -> Result<void> {
    PARTITA_TRY_VALUE(late, table.move->late_changes());
    if (late == 0) return {};
    is_late = true;
    fmt::print("{}: {} changes came after the programs were stopped, so not all of them are\n", table.pair.source,
               late);
    return {};
  }));
  return !is_late;
}

}  // namespace

Result<bool> cut(MoveRun& run, MoveRun::At from) {
  using At = MoveRun::At;
  const At to = from == At::Source ? At::Target : At::Source;
  const std::vector<MovedTable*> tables = run.written_at(from);
  Database& written = run.database(from);
  std::vector<std::string> moved = run.names(At::Source);
  for (const std::string& name : run.names(At::Target)) moved.push_back(name);
  PARTITA_TRY(check_stop(written, run.database(to), moved, run.options.stop));
  {
    // It takes as long as the target is behind.
    const WatchedLine line([&run](int) { return lag_text(run); });
    PARTITA_TRY(for_all(tables, [](MovedTable& table) { return table.move->come_level(); }));
  }
  const auto release = [&](At at) { return allow_writes(run.database(at), run.names(at), run.options.stop); };
  const auto give_up = [&]() -> Result<void> {
    PARTITA_TRY(release(from));
    fmt::print("nothing was cut over; programs may go on at {}\n", run.name(from));
    std::fflush(stdout);
    return {};
  };
  if (auto stopped = stop_writes(written, run.names(from), run.options.stop); !stopped) {
    PARTITA_TRY(give_up());
    return unexpected(std::move(stopped.error()));
  }
  auto is_level = check_all_level(run, tables);
  if (!is_level || !*is_level) {
    PARTITA_TRY(give_up());
    return is_level;
  }
  for (MovedTable* table : tables) PARTITA_TRY(table->move->reverse());
  fmt::print("programs may write {} now\n", run.name(to));
  std::fflush(stdout);
  for (MovedTable* table : tables)
    for (const std::string& note : table->move->notes()) fmt::print("{}: {}\n", table->pair.target, note);
  PARTITA_TRY(release(to));
  return true;
}

}  // namespace partita::tools
