// `partita move` moves tables to another database while programs go on writing them.
#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "movement/moves/table_move.h"
#include "movement/tables/wait_until_active.h"
#include "pricing.h"
#include "protocol/item_json.h"
#include "state_store.h"
#include "stop_writes.h"
#include "table_ends.h"
#include "transfer/tables/workers.h"

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

Exit code: 0 if the step was done, 1 if it failed, 2 if tables differ at a cut-over or if the target refused something.
)";

constexpr int kDiffer = 2;
constexpr std::uint64_t kShownDifferences = 10;
constexpr int kMostFollowed = 64;  // tables

// Becomes true by SIGINT or SIGTERM.
std::atomic<bool> is_interrupted = false;

struct MoveOptions {
  TableEnd source;
  TableEnd target;
  EndSettings ends;
  PricingOptions pricing;
  StopOptions stop;
  std::vector<std::string> tables;
  std::string state;
  int segments = 8;
  int writers = 16;
  double read_rate = 0;
  double write_rate = 0;
  bool merges = false;
  bool restarts = false;
  bool until_level = false;
  bool cuts_over = false;
  bool cuts_back = false;
  bool finishes = false;
  bool shows_status = false;
  bool no_way_back = false;
  double quiet_seconds = 2;
};

// A table that is moved.
struct MovedTable {
  TablePair pair;
  MovedTables names;
  transfer::Descriptor lock;
  std::unique_ptr<movement::TableMove> move;
};

struct MoveRun {
  const MoveOptions& options;
  OpenEnds ends;
  StateStore store;
  transfer::Pace reads;
  transfer::Pace writes;
  std::vector<MovedTable> tables = {};

  // The end that programs write, and the other one.
  bool is_back() const { return tables.front().move->state().phase == movement::MovePhase::Back; }
  Database& written() { return is_back() ? *ends.target.database : *ends.source.database; }
  const std::string& next_home() const { return is_back() ? options.source.text : options.target.text; }
  std::vector<std::string> written_tables() const {
    std::vector<std::string> names;
    for (const MovedTable& table : tables) names.push_back(is_back() ? table.pair.target : table.pair.source);
    return names;
  }
};

Result<void> need_endpoint(const TableEnd& end) {
  const auto kind = end.kind();
  if (kind == TableEnd::Kind::Endpoint || kind == TableEnd::Kind::Amazon) return {};
  return invalid(
      fmt::format("{} is not an endpoint, so no program can write it meanwhile; serve it with `partita serve`, or use "
                  "`partita copy`",
                  end.text));
}

MovedTables names_of(const MoveOptions& options, const TablePair& pair) {
  return {fmt::format("{} {}", options.source.text, pair.source),
          fmt::format("{} {}", options.target.text, pair.target)};
}

Result<std::optional<movement::MoveState>> stored_state(const MoveRun& run, const MovedTables& names) {
  PARTITA_TRY_VALUE(text, run.store.find(names));
  if (!text) return std::nullopt;
  auto state = movement::read_move_state(*text);
  if (!state || state->source != names.source || state->target != names.target)
    return invalid(fmt::format("{} is not the state of this move; --restart begins anew", run.store.path_of(names)));
  return *std::move(state);
}

void show_refusal(const std::string& table, const transfer::ItemWrite& write, const std::string& fault) {
  std::string item;
  protocol::append_typed_json(write.item, item);
  fmt::print(stderr, "{}: refused: {}: {}\n", table, fault, item.substr(0, 500));
}

movement::MoveSettings settings_of(MoveRun& run, const MovedTable& table) {
  const MoveOptions& options = run.options;
  movement::MoveSettings out{
      .source_table = table.pair.source,
      .target_table = table.pair.target,
      .segments = options.segments,
      .keeps_way_back = !options.no_way_back,
      .quiet = std::chrono::milliseconds(static_cast<std::int64_t>(options.quiet_seconds * 1000))};
  const auto on_refused = [name = table.pair.target](const transfer::ItemWrite& write, const std::string& fault) {
    show_refusal(name, write, fault);
  };
  out.copy = {
      .writers = options.writers, .read_units = &run.reads, .write_units = &run.writes, .on_refused = on_refused};
  out.follow.apply.on_refused = on_refused;
  out.follow.apply.write_units = &run.writes;
  out.save = [&run, names = table.names](const movement::MoveState& state) {
    return run.store.store(names, movement::to_text(state));
  };
  return out;
}

// Opens the move of a table, as it was stored or as a new one.
Result<MovedTable> open_table(MoveRun& run, const TablePair& pair) {
  const MoveOptions& options = run.options;
  MovedTable table;
  table.pair = pair;
  table.names = names_of(options, pair);
  PARTITA_TRY_VALUE(lock, run.store.lock(table.names));
  table.lock = std::move(lock);
  PARTITA_TRY_VALUE(stored, stored_state(run, table.names));
  const bool is_new = !stored || options.restarts;
  if (is_new && (options.cuts_back || options.finishes))
    return invalid(fmt::format("no move of {} has begun", pair.source));
  if (is_new && !stored && !options.merges) {
    PARTITA_TRY_VALUE(there, movement::find_table(*run.ends.target.database, pair.target));
    if (there) {
      PARTITA_TRY_VALUE(empty, is_empty(*run.ends.target.database, pair.target));
      if (!empty)
        return invalid(fmt::format("the table {} at the target has items; --merge puts those of the source over them",
                                   pair.target));
    }
  }
  movement::MoveState state =
      is_new ? movement::MoveState{.source = table.names.source, .target = table.names.target} : *std::move(stored);
  table.move = std::make_unique<movement::TableMove>(*run.ends.source.database, *run.ends.target.database,
                                                     settings_of(run, table), std::move(state));
  return table;
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

// Calls `work` for all tables at once.
Result<void> for_all(MoveRun& run, const std::function<Result<void>(MovedTable&)>& work) {
  return transfer::run_workers(static_cast<int>(run.tables.size()), [&](int number, const std::atomic<bool>&) {
    return work(run.tables[static_cast<std::size_t>(number)]);
  });
}

std::string lag_text(const MovedTable& table) {
  const std::int64_t lag = table.move->follow_progress().lag_ms;
  return fmt::format(
      "{}: {} changes, {}", table.pair.source, table.move->follow_progress().changes.load(),
      lag < 0 ? "the lag is not known yet" : fmt::format("{:.1f} s behind", static_cast<double>(lag) / 1000));
}

// Ends by SIGINT or SIGTERM, with the places stored. The other steps end at once, and store them every second.
Result<void> follow_all(MoveRun& run) {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { is_interrupted = true; });
  const WatchedLine line([&run](int) {
    std::vector<std::string> texts;
    for (const MovedTable& table : run.tables) texts.push_back(lag_text(table));
    return fmt::format("{}", fmt::join(texts, "; "));
  });
  std::atomic<bool> has_failed = false;
  return for_all(run, [&](MovedTable& table) {
    auto done = table.move->follow([&](std::chrono::milliseconds) {
      const std::int64_t lag = table.move->follow_progress().lag_ms;
      return is_interrupted || has_failed || (run.options.until_level && lag >= 0 && lag < 1'000);
    });
    if (!done) has_failed = true;
    return done;
  });
}

void print_item(const std::string& table, const movement::Difference& difference) {
  std::string key;
  protocol::append_typed_json(difference.key, key);
  fmt::print("{}: {} differs: {}\n", table, key, fmt::join(difference.attributes(), ", "));
}

Result<bool> check_all_level(MoveRun& run) {
  bool is_level = true;
  for (MovedTable& table : run.tables) {
    std::uint64_t shown = 0;
    PARTITA_TRY_VALUE(level, table.move->check_level([&](const movement::Difference& difference) -> Result<void> {
      if (shown++ < kShownDifferences) print_item(table.pair.source, difference);
      return {};
    }));
    const movement::Comparison& found = level.comparison;
    if (level.is_reached()) {
      fmt::print("{}: {} items, nothing differs\n", table.pair.source, found.first_items);
      continue;
    }
    is_level = false;
    if (level.late_changes > 0)
      fmt::print("{}: {} changes came after the programs were stopped, so not all of them are\n", table.pair.source,
                 level.late_changes);
    if (found.different() > 0)
      fmt::print("{}: {} items differ ({} only in the source, {} only in the target)\n", table.pair.source,
                 found.different(), found.only_first, found.only_second);
  }
  return is_level;
}

// Returns whether programs may write the other end now.
Result<bool> cut(MoveRun& run) {
  PARTITA_TRY(for_all(run, [](MovedTable& table) { return table.move->come_level(); }));
  const std::vector<std::string> tables = run.written_tables();
  Database& written = run.written();
  const std::string home = run.next_home();
  PARTITA_TRY(stop_writes(written, tables, run.options.stop));
  auto is_level = check_all_level(run);
  if (!is_level || !*is_level) {
    PARTITA_TRY(allow_writes(written, tables, run.options.stop));
    fmt::print("nothing was cut over; programs may go on where they were\n");
    return is_level;
  }
  PARTITA_TRY(for_all(run, [](MovedTable& table) { return table.move->reverse(); }));
  // The end that follows from now on may have been stopped by an earlier cut-over.
  PARTITA_TRY(allow_writes(run.written(), run.written_tables(), run.options.stop));
  fmt::print("programs may write {} now\n", home);
  std::fflush(stdout);
  return true;
}

Result<void> finish(MoveRun& run) {
  for (MovedTable& table : run.tables) {
    if (table.move->state().phase != movement::MovePhase::Done) PARTITA_TRY(table.move->finish());
    run.store.remove(table.names);
    fmt::print("{}: finished\n", table.pair.source);
  }
  return {};
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
    PARTITA_TRY_VALUE(table, open_table(run, pair));
    run.tables.push_back(std::move(table));
  }
  if (options.finishes) {
    PARTITA_TRY(finish(run));
    return 0;
  }
  PARTITA_TRY(agree_to_move(run));
  PARTITA_TRY(copy_all(run));
  const bool is_back = run.is_back();
  if (options.cuts_back && !is_back) return invalid("the tables are not cut over, so they cannot be cut back");
  if (options.cuts_over && is_back) fmt::print("the tables are cut over already; the way back is kept\n");
  if ((options.cuts_over && !is_back) || options.cuts_back) {
    PARTITA_TRY_VALUE(is_cut, cut(run));
    if (!is_cut) return kDiffer;
  }
  if (run.tables.front().move->state().phase == movement::MovePhase::Done) return 0;
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
