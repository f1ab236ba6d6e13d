#include "migrate_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "base/clock.h"
#include "base/try.h"
#include "commands.h"
#include "migrate_plan.h"
#include "model/core/spell.h"
#include "movement/copy_progress.h"
#include "movement/move_run.h"
#include "movement/tables/wait_until_active.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

using movement::Migration;
using movement::MovePhase;
using movement::Reshaping;
using movement::stored_name;

std::atomic<bool> is_interrupted = false;

// The first signal ends the following with the places stored, and a second one ends the process.
void note_signal(int signal) {
  is_interrupted = true;
  std::signal(signal, SIG_DFL);
}

// The faults of the way back, whose earlier model is the later one.
std::string from_the_other_side(std::string text) {
  static constexpr std::string_view kEarlier = "the earlier model", kLater = "the later model";
  for (auto at = text.find(kEarlier); at != text.npos; at = text.find(kEarlier, at))
    text.replace(at, kEarlier.size(), kLater);
  return text;
}

Result<void> judge_way_back(MigrationWork& work) {
  PARTITA_TRY_VALUE(text, work.store.find(work.names));
  if (!text) return {};
  PARTITA_TRY_VALUE(state, movement::read_migration_state(*text));
  if (state.phase != MovePhase::Following) return {};
  PARTITA_TRY(judge_both_ways(work));
  if (!work.back) fmt::print("there is no way back after this cut-over: {}\n", work.no_way_back);
  return {};
}

// A new state. It keeps in mind which streams were enabled, for --finish.
movement::MigrationState restarted(movement::MigrationState stored) {
  movement::MigrationState out;
  for (movement::MoveState& table : stored.tables)
    out.tables.push_back({.source = table.source, .target = "-", .enabled_source_stream = table.enabled_source_stream});
  return out;
}

Result<void> open_migration(MigrationWork& work) {
  PARTITA_TRY_VALUE(text, work.store.find(work.names));
  movement::MigrationState state;
  if (text) {
    auto read = movement::read_migration_state(*text);
    if (!read) return invalid(fmt::format("{} is not the state of a migration", work.store.path_of(work.names)));
    const bool is_cut = read->phase == MovePhase::Back || read->phase == MovePhase::Done;
    if (work.options.restarts && is_cut)
      return invalid(
          "the tables are cut over, so --restart would write old items over new ones; --finish ends the migration");
    if (read->phase == MovePhase::Back && !work.back)
      return invalid(fmt::format("the earlier tables follow the later ones, and these models have no way back: {}",
                                 work.no_way_back));
    if (work.options.restarts)
      state = restarted(*read);
    else
      state = *std::move(read);
  }
  if (!text || work.options.restarts) {
    if (work.options.cuts_back || work.options.finishes) return invalid("no migration has begun");
    if (!work.options.restarts)
      for (const std::string& name : work.new_names()) {
        PARTITA_TRY_VALUE(there, movement::find_table(work.database, name));
        if (!there) continue;
        PARTITA_TRY_VALUE(empty, is_empty(work.database, name));
        if (!empty)
          return invalid(fmt::format(
              "the table {} has items already. If programs write it, its migration is done. --restart would put "
              "items of the earlier model over them",
              name));
      }
  }
  const auto on_refused = [](const transfer::ItemWrite& write, const std::string& fault) {
    fmt::print(stderr, "refused: {}: {}\n", fault, model::spell(write.item).substr(0, 300));
  };
  movement::MigrationSettings settings{
      .prefix = work.tables.prefix,
      .segments = work.options.segments,
      .quiet = std::chrono::milliseconds(static_cast<std::int64_t>(work.options.quiet_seconds * 1000)),
      .on_fault = [](const std::string& fault) { fmt::print(stderr, "cannot be derived: {}\n", fault); },
      .save =
          [&work](const movement::MigrationState& reached) {
            return work.store.store(work.names, movement::to_text(reached));
          }};
  settings.copy.on_refused = on_refused;
  settings.apply.on_refused = on_refused;
  settings.copy.read_units = &work.pace;
  settings.apply.write_units = &work.pace;
  work.migration = std::make_unique<Migration>(work.database, work.forward, work.back ? &*work.back : nullptr,
                                               std::move(settings), std::move(state));
  return {};
}

Result<void> agree_to_units(MigrationWork& work, const movement::ReshapedComparison& found) {
  TableEnd end;
  end.text = work.tables.target.endpoint.empty() ? work.tables.target.data : work.tables.target.endpoint;
  PARTITA_TRY_VALUE(units, units_of(work, found));
  return agree({{end, units}}, work.options.pricing);
}

Result<void> copy(MigrationWork& work) {
  if (work.migration->state().phase != MovePhase::Copying) return {};
  if (work.migration->state().tables.front().place.arn.empty()) {
    PARTITA_TRY_VALUE(found, judge(work, nullptr));
    if (found.fault_count + found.repeats > 0) {
      print_comparison(work, found, Found::Derived);
      return invalid("the items of the later model do not follow, so nothing was written");
    }
    PARTITA_TRY(agree_to_units(work, found));
  }
  PARTITA_TRY(work.migration->begin());
  std::uint64_t items = 0;
  for (const std::string& name : work.old_names()) {
    PARTITA_TRY_VALUE(described, work.database.describe_table({.table_name = name}));
    items += static_cast<std::uint64_t>(described.table.item_count.value_or(0));
  }
  {
    const CopyReport report(fmt::format("{}", fmt::join(work.old_names(), ", ")), items,
                            work.migration->copy_progress());
    PARTITA_TRY(work.migration->copy());
  }
  const movement::CopyProgress& progress = work.migration->copy_progress();
  fmt::print("{} items of the earlier model derived, now following\n", progress.items.load());
  std::fflush(stdout);
  if (progress.refused > 0)
    return invalid(
        fmt::format("{} items were refused; change them, and begin anew with --restart", progress.refused.load()));
  return {};
}

std::string lag_text(const Migration& migration) {
  const std::int64_t lag = migration.lag_ms();
  return fmt::format(
      "{} changes, {}", migration.changes(),
      lag < 0 ? "the lag is not known yet" : fmt::format("{:.1f} s behind", static_cast<double>(lag) / 1000));
}

Result<void> follow(MigrationWork& work) {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, note_signal);
  {
    const WatchedLine line([&work](int) { return lag_text(*work.migration); });
    PARTITA_TRY(work.migration->follow([&work](std::chrono::milliseconds) {
      const std::int64_t lag = work.migration->lag_ms();
      return is_interrupted || (work.options.until_level && lag >= 0 && lag < 1'000);
    }));
  }
  fmt::print("{}\n", lag_text(*work.migration));
  return {};
}

// Whether the other tables have all items that follow, and no program writes.
Result<bool> check_level(MigrationWork& work) {
  PARTITA_TRY_VALUE(found, work.migration->check_level());
  if (!found) {
    fmt::print("changes still come, so not all programs are stopped\n");
    return false;
  }
  if (!found->is_equal() && work.options.repairs && found->different <= found->differences.size()) {
    PARTITA_TRY(work.migration->repair(*found));
    fmt::print("{} items were repaired\n", found->different);
    PARTITA_TRY_VALUE(again, work.migration->check_level());
    found = std::move(again);
    if (!found) return false;
  }
  print_comparison(work, *found, Found::Compared);
  if (!found->is_equal()) return false;
  PARTITA_TRY(work.migration->find_way_back());
  PARTITA_TRY_VALUE(late, work.migration->late_changes());
  if (late == 0) return true;
  fmt::print("{} changes came after the programs were stopped, so not all of them are\n", late);
  return false;
}

// Lets programs write their tables, which have all settings then. A command that was killed before is made good by
// this.
Result<void> release(MigrationWork& work) {
  const MovePhase phase = work.migration->state().phase;
  if (phase == MovePhase::Following) return allow_writes(work.database, work.old_names(), work.options.stop);
  PARTITA_TRY(allow_writes(work.database, work.new_names(), work.options.stop));
  std::vector<std::string> notes;
  PARTITA_TRY(work.migration->set_settings_of_tables(notes));
  for (const std::string& note : notes) fmt::print("{}\n", note);
  return {};
}

Result<bool> cut(MigrationWork& work) {
  const bool is_back = work.migration->state().phase == MovePhase::Back;
  const std::vector<std::string> from = is_back ? work.new_names() : work.old_names();
  const std::vector<std::string> to = is_back ? work.old_names() : work.new_names();
  std::vector<std::string> all = from;
  all.insert(all.end(), to.begin(), to.end());
  PARTITA_TRY(check_stop(work.database, work.database, all, work.options.stop));
  PARTITA_TRY(work.migration->come_level());
  const auto give_up = [&]() -> Result<void> {
    PARTITA_TRY(allow_writes(work.database, from, work.options.stop));
    fmt::print("nothing was cut over; programs may go on with {}\n", fmt::join(from, ", "));
    std::fflush(stdout);
    return {};
  };
  if (auto stopped = stop_writes(work.database, from, work.options.stop); !stopped) {
    PARTITA_TRY(give_up());
    return unexpected(std::move(stopped.error()));
  }
  auto is_level = check_level(work);
  if (!is_level || !*is_level) {
    PARTITA_TRY(give_up());
    return is_level;
  }
  PARTITA_TRY(work.migration->reverse());
  fmt::print("nothing differs; programs may write {} now\n", fmt::join(to, ", "));
  std::fflush(stdout);
  PARTITA_TRY(release(work));
  return true;
}

Result<int> check(MigrationWork& work) {
  for (const std::string& name : work.new_names()) {
    PARTITA_TRY_VALUE(there, movement::find_table(work.database, name));
    if (there) continue;
    fmt::print("{}: the table is not there\n", name);
    return kStepsLeft;
  }
  PARTITA_TRY(work.migration->check_tables());
  PARTITA_TRY_VALUE(found, work.migration->compare());
  print_comparison(work, found, Found::Compared);
  return found.is_equal() ? 0 : kStepsLeft;
}

Result<int> run(MigrationWork& work) {
  PARTITA_TRY(copy(work));
  const MovePhase phase = work.migration->state().phase;
  if (phase == MovePhase::Done) {
    if (work.options.cuts_back) return invalid("the tables are cut over without a way back");
    fmt::print("the tables are cut over, without a way back\n");
    PARTITA_TRY(release(work));
    return 0;
  }
  if (work.options.cuts_over && phase == MovePhase::Back) {
    fmt::print("the tables are cut over already, and the way back is kept\n");
    PARTITA_TRY(release(work));
  } else if (work.options.cuts_back && phase == MovePhase::Following) {
    fmt::print("the tables are not cut over, or cut back already; programs may write {}\n",
               fmt::join(work.old_names(), ", "));
    // The command that cut them back may have been killed before this.
    PARTITA_TRY(release(work));
  } else if (work.options.cuts_over || work.options.cuts_back) {
    PARTITA_TRY_VALUE(is_cut, cut(work));
    if (!is_cut) return kStepsLeft;
  }
  if (work.migration->state().phase == MovePhase::Done) return 0;
  PARTITA_TRY(follow(work));
  return 0;
}

Result<int> show_status(MigrationWork& work) {
  PARTITA_TRY_VALUE(text, work.store.find(work.names));
  if (!text) {
    fmt::print("no migration has begun\n");
    return 0;
  }
  PARTITA_TRY_VALUE(state, movement::read_migration_state(*text));
  for (const movement::MoveState& table : state.phase == MovePhase::Back ? state.back : state.tables)
    fmt::print("{}: {}, {} items derived, {} changes, {}, stored {}\n", table.source, movement::name_of(state.phase),
               table.copied_items(), table.changes,
               table.lag_ms < 0 ? "the lag is not known"
                                : fmt::format("{:.1f} s behind", static_cast<double>(table.lag_ms) / 1000),
               base::iso_time_text(table.stored_ms));
  return 0;
}

Result<int> carry_out(MigrationWork& work, MigrateWork kind) {
  if (work.options.shows_status) return show_status(work);
  // Whether each item comes back as it is decides whether there is a way back.
  if (work.options.cuts_over && work.back) PARTITA_TRY(judge_way_back(work));
  if (kind == MigrateWork::Plan && !work.options.is_step()) return print_plan(work);
  if (kind == MigrateWork::Check) {
    movement::MigrationSettings settings{.prefix = work.tables.prefix, .segments = work.options.segments};
    settings.copy.read_units = &work.pace;
    work.migration = std::make_unique<Migration>(work.database, work.forward, nullptr, std::move(settings),
                                                 movement::MigrationState{});
    return check(work);
  }
  PARTITA_TRY_VALUE(lock, work.store.lock(work.names));
  PARTITA_TRY(open_migration(work));
  if (!work.options.finishes) return run(work);
  PARTITA_TRY(work.migration->finish());
  const MovePhase phase = work.migration->state().phase;
  const bool is_at_new = phase == MovePhase::Back || phase == MovePhase::Done;
  // A cut-over that was killed is made good before its state goes.
  PARTITA_TRY(release(work));
  work.store.remove(work.names);
  fmt::print("finished; programs write {}\n", fmt::join(is_at_new ? work.new_names() : work.old_names(), ", "));
  return 0;
}

}  // namespace

void add_new_tables_options(CLI::App& app, NewTablesOptions& options) {
  app.add_option("--leave-out", options.left_out, "an entity of OLD whose items go; may be given several times")
      ->type_name("ENTITY")
      ->expected(1)
      ->take_all();
  auto* cutover = app.add_flag("--cutover", options.cuts_over, "let programs write the new tables from now on");
  auto* back =
      app.add_flag("--cut-back", options.cuts_back, "let programs write the old tables again")->excludes(cutover);
  auto* finishes = app.add_flag("--finish", options.finishes, "end the migration")->excludes(cutover)->excludes(back);
  app.add_flag("--status", options.shows_status, "show how far new tables have come")
      ->excludes(cutover)
      ->excludes(back)
      ->excludes(finishes);
  add_stop_options(app, options.stop);
  app.add_flag("--no-way-back", options.no_way_back, "end with the cut-over");
  app.add_flag("--until-level", options.until_level, "end once new tables are less than a second behind");
  app.add_flag("--repair", options.repairs, "at a cut-over, make the items that differ as they follow from the others");
  app.add_flag("--restart", options.restarts, "begin anew, also over items that new tables have");
  app.add_option("--quiet", options.quiet_seconds,
                 "the seconds without a change after which the programs count as stopped")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3'600.0))
      ->capture_default_str();
  app.add_option("--state", options.state, "the directory for the places of migrations, as for `partita copy`")
      ->type_name("DIR");
  app.add_option("--segments", options.segments, "the parts of a table that are read at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  add_pricing_options(app, options.pricing);
}

Result<int> migrate_to_new_tables(const NewTables& tables, const NewTablesOptions& options, MigrateWork kind) {
  PARTITA_TRY_VALUE(forward, Reshaping::make(tables.was, tables.now, options.left_out));
  OpenOptions open;
  open.create_if_missing = false;
  open.read_only = kind != MigrateWork::Run && !options.is_step();
  PARTITA_TRY_VALUE(database, open_target(tables.target, open));
  const std::string place = tables.target.endpoint.empty() ? "directory " + tables.target.data : tables.target.endpoint;
  MigrationWork work{.tables = tables,
                     .options = options,
                     .database = *database,
                     .forward = forward,
                     .store = StateStore(options.state, StateStore::Kind::Migration),
                     .pace = transfer::Pace(options.unit_rate)};
  work.names = {fmt::format("{} {}", place, fmt::join(work.old_names(), ",")),
                fmt::format("{} {}", place, fmt::join(work.new_names(), ","))};
  auto back = Reshaping::make(tables.now, tables.was, {}, modelling::derive::Direction::Back);
  if (options.no_way_back)
    work.no_way_back = "--no-way-back was given";
  else if (!back)
    work.no_way_back = from_the_other_side(back.error().message);
  else if (!forward.derivations().is_one_to_one())
    work.no_way_back = "entities were split, merged or left out";
  else if (const auto lost = back->derivations().lost_on_a_way_back(); !lost.empty())
    work.no_way_back = fmt::format("it would lose values of {}", fmt::join(lost, ", "));
  else
    work.back = *std::move(back);
  return carry_out(work, kind);
}

}  // namespace partita::tools
