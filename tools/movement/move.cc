// `partita move` moves tables to another database while programs go on writing them.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>

#include "base/clock.h"
#include "base/iso_time.h"
#include "base/try.h"
#include "commands.h"
#include "copy_progress.h"
#include "cut_over.h"
#include "move_run.h"

namespace partita::tools {
namespace {

constexpr const char* kMoveFooter =
    R"(SOURCE and TARGET are endpoints: http://HOST:PORT, https://HOST or aws:REGION. The move
  1. enables the stream of each table at the source if it is off, and makes the missing tables at the target
  2. copies the items, as `partita copy` does
  3. follows the stream, with the changes of each item in their order, until the command is ended
     (--until-level: until the target is less than a second behind)
and goes on at any of these steps if it was interrupted and the same command is given again.

  --cutover    waits until the target is level, stops the programs in one of the ways of --stop-..., follows the last changes
               and compares all tables. If nothing differs, programs may write the target, and the command goes on to bring
               their changes back to the source, so that the way back stays open. Otherwise the programs may go on at the
               source.
  --cut-back   the same in the other direction
  --finish     ends the move: disables the streams that the move enabled, and forgets its places
  --status     shows how far the move has come

Examples:
  partita move http://127.0.0.1:8000 aws:eu-central-1 --table orders --yes
  partita move http://127.0.0.1:8000 aws:eu-central-1 --table orders --yes --cutover --stop-command 'systemctl stop shop'
  partita move http://127.0.0.1:8000 aws:eu-central-1 --table orders --status

Exit code: 0 if the step was done, 1 if it failed, 2 if a cut-over was given up, because tables differ or programs still write.
)";

constexpr int kDiffer = 2;
constexpr int kMostFollowed = 64;  // tables

// Becomes true by SIGINT or SIGTERM.
std::atomic<bool> is_interrupted = false;

Result<void> need_endpoint(const TableEnd& end) {
  const auto kind = end.kind();
  if (kind == TableEnd::Kind::Endpoint || kind == TableEnd::Kind::Amazon) return {};
  return invalid(
      fmt::format("{} is not an endpoint, so no program can write it meanwhile; serve it with `partita serve`, or use "
                  "`partita copy`",
                  end.text));
}

Result<void> agree_to_move(MoveRun& run) {
  EndUnits source{run.options.source}, target{run.options.target};
  for (const MovedTable& table : run.tables) {
    if (table.move->state().phase != movement::MovePhase::Copying) continue;
    PARTITA_TRY_VALUE(described, run.ends.source.database->describe_table({.table_name = table.pair.source}));
    const auto& indexes = described.table.global_secondary_indexes;
    source.units.read += movement::scan_units(described.table, transfer::ReadConsistency::Eventual);
    target.units.write += movement::load_units(described.table, indexes ? indexes->size() : 0);
  }
  if (source.units.read == 0 && target.units.write == 0) return {};
  return agree({source, target}, run.options.pricing);
}

Result<void> copy_all(MoveRun& run) {
  for (MovedTable& table : run.tables) {
    if (table.move->state().phase != movement::MovePhase::Copying) continue;
    PARTITA_TRY(table.move->begin());
    PARTITA_TRY_VALUE(described, run.ends.source.database->describe_table({.table_name = table.pair.source}));
    {
      const CopyReport report(table.pair.source, static_cast<std::uint64_t>(described.table.item_count.value_or(0)),
                              table.move->copy_progress());
      PARTITA_TRY(table.move->copy());
    }
    for (const std::string& note : table.move->notes()) fmt::print("{}: {}\n", table.pair.target, note);
    fmt::print("{}: {} items copied, now following\n", table.pair.source, table.move->copy_progress().items.load());
    std::fflush(stdout);
  }
  return {};
}

// The first signal ends follow_all() with the places stored, and a second one ends the process at once, for example
// while an end is down. The other steps end at once, and store their places every second.
void note_signal(int signal) {
  is_interrupted = true;
  std::signal(signal, SIG_DFL);
}

Result<void> follow_all(MoveRun& run) {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, note_signal);
  const WatchedLine line([&run](int) { return lag_text(run); });
  std::atomic<bool> has_failed = false;
  std::vector<MovedTable*> tables;
  for (MovedTable& table : run.tables) tables.push_back(&table);
  return for_all(tables, [&](MovedTable& table) {
    auto done = table.move->follow([&](std::chrono::milliseconds) {
      const std::int64_t lag = table.move->follow_progress().lag_ms;
      return is_interrupted || has_failed || (run.options.until_level && lag >= 0 && lag < 1'000);
    });
    if (!done) has_failed = true;
    return done;
  });
}

Result<void> finish(MoveRun& run) {
  using At = MoveRun::At;
  for (MovedTable& table : run.tables) {
    PARTITA_TRY(table.move->finish());
    run.store.remove(table.names);
    fmt::print("{}: finished\n", table.pair.source);
  }
  const bool is_at_target = run.all_are(movement::MovePhase::Back) || run.all_are(movement::MovePhase::Done);
  const At home = is_at_target ? At::Target : At::Source;
  return allow_writes(run.database(home), run.names(home), run.options.stop);
}

Result<int> show_status(MoveRun& run, const std::vector<TablePair>& pairs) {
  for (const TablePair& pair : pairs) {
    PARTITA_TRY_VALUE(state, stored_state(run, names_of(run.options, pair)));
    if (!state) {
      fmt::print("{}: no move has begun\n", pair.source);
      continue;
    }
    fmt::print("{}: {}, {} items copied, {} changes, {}, stored {}\n", pair.source, movement::name_of(state->phase),
               state->copied_items(), state->changes,
               state->lag_ms < 0 ? "the lag is not known"
                                 : fmt::format("{:.1f} s behind", static_cast<double>(state->lag_ms) / 1000),
               base::iso_time_text(state->stored_ms));
  }
  return 0;
}

Result<std::vector<TablePair>> pairs_of_move(MoveRun& run) {
  PARTITA_TRY_VALUE(pairs, pairs_of(run.options.tables));
  if (pairs.empty()) {
    PARTITA_TRY_VALUE(names, all_tables(*run.ends.source.database));
    for (const std::string& name : names) pairs.push_back({name, name});
  }
  if (pairs.empty()) return invalid("the source has no table");
  if (pairs.size() > kMostFollowed)
    return invalid(fmt::format("up to {} tables are moved at a time; name them with --table", kMostFollowed));
  return pairs;
}

Result<int> move_tables(const MoveOptions& options) {
  PARTITA_TRY(need_endpoint(options.source));
  PARTITA_TRY(need_endpoint(options.target));
  PARTITA_TRY_VALUE(ends, open_ends(options.source, options.target, options.ends, EndUse::Write));
  MoveRun run{.options = options,
              .ends = std::move(ends),
              .store = StateStore(options.state, StateStore::Kind::Move),
              .reads = transfer::Pace(options.read_rate),
              .writes = transfer::Pace(options.write_rate)};
  PARTITA_TRY_VALUE(pairs, pairs_of_move(run));
  if (options.shows_status) return show_status(run, pairs);
  for (const TablePair& pair : pairs) {
    if (options.finishes) {
      PARTITA_TRY_VALUE(stored, stored_state(run, names_of(options, pair)));
      if (!stored) {
        fmt::print("{}: no move has begun\n", pair.source);
        continue;
      }
    }
    PARTITA_TRY_VALUE(table, open_table(run, pair));
    run.tables.push_back(std::move(table));
  }
  if (options.finishes) {
    PARTITA_TRY(finish(run));
    return 0;
  }
  PARTITA_TRY(agree_to_move(run));
  PARTITA_TRY(copy_all(run));
  using movement::MovePhase;
  using At = MoveRun::At;
  if (run.all_are(MovePhase::Done)) {
    fmt::print("the tables are cut over, without a way back; their home is {}\n", options.target.text);
    PARTITA_TRY(allow_writes(run.database(At::Target), run.names(At::Target), options.stop));
    return 0;
  }
  const bool is_mixed = !run.all_are(MovePhase::Following) && !run.all_are(MovePhase::Back);
  if (is_mixed && !options.cuts_over && !options.cuts_back)
    return invalid(
        "some of the tables are cut over and others are not; --cutover cuts the others over, and --cut-back takes "
        "those back");
  if (options.cuts_over && run.all_are(MovePhase::Back)) {
    fmt::print("the tables are cut over already, and the way back is kept; programs may write {}\n",
               options.target.text);
    // The command that cut them over may have been killed before this.
    PARTITA_TRY(allow_writes(run.database(At::Target), run.names(At::Target), options.stop));
  } else if (options.cuts_back && run.all_are(MovePhase::Following)) {
    fmt::print("the tables are not cut over, or cut back already; programs may write {}\n", options.source.text);
    // The command that cut them back may have been killed before this.
    PARTITA_TRY(allow_writes(run.database(At::Source), run.names(At::Source), options.stop));
  } else if (options.cuts_over || options.cuts_back) {
    PARTITA_TRY_VALUE(is_cut, cut(run, options.cuts_over ? At::Source : At::Target));
    if (!is_cut) return kDiffer;
  }
  std::fflush(stdout);
  if (run.all_are(MovePhase::Done)) return 0;
  PARTITA_TRY(follow_all(run));
  for (const MovedTable& table : run.tables) fmt::print("{}\n", lag_text(table));
  return 0;
}

int run_move(const MoveOptions& options) {
  const auto code = move_tables(options);
  return code ? *code : print_error(code.error());
}

}  // namespace

Command add_move(CLI::App& app) {
  auto options = std::make_shared<MoveOptions>();
  CLI::App* command = app.add_subcommand("move", "move tables to another database while programs write them");
  command->footer(kMoveFooter);
  add_table_ends(*command, options->source, options->target, options->ends);
  add_table_option(*command, options->tables);
  auto* cutover = command->add_flag("--cutover", options->cuts_over, "let programs write the target from now on");
  auto* back =
      command->add_flag("--cut-back", options->cuts_back, "let programs write the source again")->excludes(cutover);
  auto* finishes = command->add_flag("--finish", options->finishes, "end the move")->excludes(cutover)->excludes(back);
  command->add_flag("--status", options->shows_status, "show how far the move has come")
      ->excludes(cutover)
      ->excludes(back)
      ->excludes(finishes);
  add_stop_options(*command, options->stop);
  command->add_flag("--no-way-back", options->no_way_back,
                    "end with the cut-over, and keep no stream of the target, for endpoints that have no streams");
  command
      ->add_option("--quiet", options->quiet_seconds,
                   "the seconds without a change after which the programs count as stopped")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3'600.0))
      ->capture_default_str();
  command->add_flag("--repair", options->repairs,
                    "at a cut-over, make the items that differ at the next home as those that the programs wrote");
  command->add_flag("--until-level", options->until_level, "end once the target is less than a second behind");
  command->add_flag("--merge", options->merges,
                    "move into a table that has items, and replace those with the same key");
  command->add_flag("--restart", options->restarts, "begin anew, and not with the places of an interrupted move");
  command->add_option("--state", options->state, "the directory for the places of moves, as for `partita copy`")
      ->type_name("DIR");
  command->add_option("--segments", options->segments, "the parts of a table that are copied at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--writers", options->writers, "the requests of the copy that are under way at the target")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--read-units", options->read_rate, "the most read units a second at the source")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  command->add_option("--write-units", options->write_rate, "the most write units a second at the target")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  add_pricing_options(*command, options->pricing);
  return {command, [options] { return run_move(*options); }};
}

}  // namespace partita::tools
