// `partita copy` copies tables from one database to another.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/table_difference.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/try.h"
#include "commands.h"
#include "copy_progress.h"
#include "copy_to_export.h"
#include "modelling/read/tables/described_table.h"
#include "movement/copies/copy_state.h"
#include "movement/copies/table_settings.h"
#include "movement/tables/wait_until_active.h"
#include "pricing.h"
#include "protocol/item_json.h"
#include "state_store.h"
#include "table_ends.h"
#include "transfer/export.h"
#include "transfer/new_table.h"

namespace partita::tools {
namespace {

constexpr const char* kCopyFooter =
    R"(SOURCE and TARGET are as for `partita compare`; an archive can only be the source. An export as the source has no definition
of its table, so it takes --keys, --create, or the table that the target has. An export as the target is export:DIR,
s3://BUCKET/PREFIX, or a file such as orders.json.gz for one table; it gets items only, and begins anew after an interruption.

A table that the target lacks is made there, with its key, indexes, billing and class. After its items it gets its stream,
time to live, tags, policy, point-in-time recovery and protection against deletion. Settings that the target refuses are
listed.

The items are read with parallel Scans while others may write the source, so they are not of one moment. `partita compare`
tells afterwards whether the tables are the same.

A copy that is interrupted goes on from the places that it had reached, if the same command is given again. They are
stored every second in the directory of --state.

Examples:
  partita copy ./shop aws:eu-central-1 --table orders --write-units 2000 --yes
  partita copy aws:eu-central-1 ./copy --source-profile production --yes
  partita copy archive:s3://backups/shop http://127.0.0.1:8000 --at 2026-11-21T06:00:00Z
  partita copy http://127.0.0.1:8000 http://127.0.0.1:8000 --table orders=orders_2
  partita copy aws:eu-central-1 export:./backup --read-units 500 --yes

Exit code: 0 if everything was copied, 2 if the target refused items or settings, 1 if the copy failed.
)";

constexpr int kSomeRefused = 2;
constexpr int kMostWriters = 256;
constexpr std::uint64_t kShownRefusals = 10;

struct CopyOptions {
  TableEnd source;
  TableEnd target;
  EndSettings ends;
  PricingOptions pricing;
  std::vector<std::string> tables;
  NewTableOptions definition;
  std::string state;
  int segments = 8;
  int writers = 16;
  bool is_consistent = false;
  bool merges = false;
  bool restarts = false;
  bool items_only = false;
  double read_rate = 0;
  double write_rate = 0;
  double item_rate = 0;

  transfer::ReadConsistency consistency() const {
    return is_consistent ? transfer::ReadConsistency::Consistent : transfer::ReadConsistency::Eventual;
  }
};

// A table whose copy is prepared.
struct PlannedCopy {
  TablePair pair;
  TableDescription source;
  movement::TableSettings settings;
  std::vector<std::string> notes;  // settings that are left out
  std::optional<TableDescription> target;
};

// The definition of an export's table.
Result<CreateTableRequest> definition_of_export(const CopyOptions& options, OpenEnd& target, const TablePair& pair) {
  if (options.definition.is_wanted()) {
    PARTITA_TRY_VALUE(table, definition_of(pair.source, options.definition));
    return std::move(table.request);
  }
  PARTITA_TRY_VALUE(there, movement::find_table(*target.database, pair.target));
  if (!there)
    return invalid(fmt::format("an export has no definition of its table; give --keys, --create, or make the table {}",
                               pair.target));
  CreateTableRequest out = modelling::request_of(*there);
  out.table_name = pair.source;
  out.stream_specification.reset();
  out.deletion_protection_enabled.reset();
  out.sse_specification.reset();
  return out;
}

Result<std::vector<TablePair>> pairs_of_copy(const CopyOptions& options, OpenEnds& ends) {
  PARTITA_TRY_VALUE(pairs, pairs_of(options.tables));
  if (ends.source.end.kind() == TableEnd::Kind::Export) {
    if (pairs.size() != 1) return invalid("an export has the items of one table; name it with one --table");
    PARTITA_TRY_VALUE(table, definition_of_export(options, ends.target, pairs.front()));
    PARTITA_TRY(load_export(ends.source, options.ends, std::move(table)));
    return pairs;
  }
  if (!pairs.empty()) return pairs;
  PARTITA_TRY_VALUE(names, all_tables(*ends.source.database));
  if (names.empty()) return invalid("the source has no table");
  for (const std::string& name : names) pairs.push_back({name, name});
  return pairs;
}

// Whether the table of the target can take the items.
Result<void> check_target(const CopyOptions& options, const PlannedCopy& plan) {
  if (!plan.target) {
    if (!options.items_only) return {};
    return invalid(fmt::format("the target has no table {}, and --items-only makes none", plan.pair.target));
  }
  const std::vector<std::string> found = differences(plan.settings.table, *plan.target);
  if (found.empty() || options.items_only) return {};
  return invalid(
      fmt::format("the table {} at the target is another one: {}; --items-only copies the items all the same",
                  plan.pair.target, fmt::join(found, "; ")));
}

Result<std::vector<PlannedCopy>> plan_copies(const CopyOptions& options, OpenEnds& ends) {
  PARTITA_TRY_VALUE(pairs, pairs_of_copy(options, ends));
  std::vector<PlannedCopy> plans;
  for (const TablePair& pair : pairs) {
    PlannedCopy plan;
    plan.pair = pair;
    PARTITA_TRY_VALUE(source, movement::find_table(*ends.source.database, pair.source));
    if (!source) return invalid(fmt::format("the source has no table {}", pair.source));
    plan.source = *std::move(source);
    PARTITA_TRY_VALUE(settings, movement::read_settings(*ends.source.database, pair.source, plan.notes));
    plan.settings = std::move(settings);
    PARTITA_TRY_VALUE(target, movement::find_table(*ends.target.database, pair.target));
    plan.target = std::move(target);
    PARTITA_TRY(check_target(options, plan));
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::size_t index_count(const CreateTableRequest& table) {
  return (table.local_secondary_indexes ? table.local_secondary_indexes->size() : 0) +
         (table.global_secondary_indexes ? table.global_secondary_indexes->size() : 0);
}

Result<void> agree_to_copies(const CopyOptions& options, const std::vector<PlannedCopy>& plans) {
  EndUnits source{options.source}, target{options.target};
  for (const PlannedCopy& plan : plans) {
    source.units.read += movement::scan_units(plan.source, options.consistency());
    target.units.write += movement::load_units(plan.source, index_count(plan.settings.table));
  }
  return agree({source, target}, options.pricing);
}

MovedTables tables_of(const movement::CopyState& state) { return {state.source, state.target}; }

// A new state, with the names of the tables.
Result<movement::CopyState> new_state(const CopyOptions& options, OpenEnds& ends, const PlannedCopy& plan) {
  PARTITA_TRY_VALUE(there, ends.target.database->describe_table({.table_name = plan.pair.target}));
  movement::CopyState state{.source = identity(ends.source, plan.source), .target = identity(ends.target, there.table)};
  if (state.source == state.target)
    return invalid(fmt::format("the source and the target are the same table {}", plan.pair.source));
  state.segments.resize(static_cast<std::size_t>(options.segments));
  return state;
}

// Sets `state` to that of the copy that was interrupted, or stores it.
Result<void> begin_state(const CopyOptions& options, const StateStore& store, OpenEnds& ends, const PlannedCopy& plan,
                         movement::CopyState& state) {
  PARTITA_TRY_VALUE(found, store.find(tables_of(state)));
  if (found && !options.restarts) {
    auto stored = movement::read_copy_state(*found);
    if (!stored || stored->source != state.source || stored->target != state.target)
      return invalid(
          fmt::format("{} is not the state of this copy; --restart begins anew", store.path_of(tables_of(state))));
    PARTITA_TRY_VALUE(empty, is_empty(*ends.target.database, plan.pair.target));
    const bool has_items = std::ranges::any_of(stored->segments, [](const auto& segment) { return segment.items > 0; });
    if (!empty || !has_items) {
      state = *std::move(stored);
      return {};
    }
    fmt::print("{}: the items of the interrupted copy are gone, so it begins anew\n", plan.pair.source);
  }
  if (!options.merges && plan.target && !found) {
    PARTITA_TRY_VALUE(empty, is_empty(*ends.target.database, plan.pair.target));
    if (!empty)
      return invalid(fmt::format("the table {} at the target has items; --merge puts those of the source over them",
                                 plan.pair.target));
  }
  // Before the first item, so that the next call knows the items of the target for those of this copy.
  return store.store(tables_of(state), movement::to_text(state));
}

struct Paces {
  explicit Paces(const CopyOptions& options)
      : read(options.read_rate), write(options.write_rate), items(options.item_rate) {}
  transfer::Pace read;
  transfer::Pace write;
  transfer::Pace items;
};

// Copies the items. Returns the number of those that the target refused.
Result<std::uint64_t> copy_items_of(const CopyOptions& options, const StateStore& store, OpenEnds& ends,
                                    const PlannedCopy& plan, movement::CopyState& state, Paces& paces) {
  std::uint64_t before = 0;
  for (const movement::CopySegment& segment : state.segments) before += segment.items;
  if (before > 0) fmt::print("{}: going on behind {} items\n", plan.pair.source, before);
  movement::CopyProgress progress;
  const movement::CopySettings settings{.writers = options.writers,
                                        .consistency = options.consistency(),
                                        .read_units = &paces.read,
                                        .write_units = &paces.write,
                                        .items = options.item_rate > 0 ? &paces.items : nullptr,
                                        .save =
                                            [&](const std::vector<movement::CopySegment>&) {
                                              return store.store(tables_of(state), movement::to_text(state));
                                            },
                                        .on_refused =
                                            [&](const transfer::ItemWrite& write, const std::string& fault) {
                                              if (progress.refused > kShownRefusals) return;
                                              std::string item;
                                              protocol::append_typed_json(write.item, item);
                                              fmt::print(stderr, "{}: refused: {}: {}\n", plan.pair.target, fault,
                                                         item.substr(0, 500));
                                            }};
  const auto begin = std::chrono::steady_clock::now();
  {
    const CopyReport report(plan.pair.source, static_cast<std::uint64_t>(plan.source.item_count.value_or(0)), progress);
    PARTITA_TRY(movement::copy_items(*ends.source.database, plan.pair.source, *ends.target.database, plan.pair.target,
                                     state.segments, settings, progress));
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("{}: {} items, {:.1f} MB, in {:.1f} s", plan.pair.source, progress.items.load(),
             static_cast<double>(progress.bytes) / 1e6, seconds);
  if (progress.refused > 0) fmt::print(", and {} refused", progress.refused.load());
  if (progress.refused > kShownRefusals) fmt::print(", of which {} are not shown", progress.refused - kShownRefusals);
  fmt::print("\n");
  return progress.refused.load();
}

Result<int> copy_to_files(const CopyOptions& options) {
  if (options.merges || options.restarts || options.items_only || options.write_rate > 0 || options.item_rate > 0)
    return invalid("--merge, --restart, --items-only, --write-units and --rate are not for a target that is an export");
  PARTITA_TRY(check_end_options(options.source, options.target, options.ends));
  if (options.source.kind() == TableEnd::Kind::Export)
    return invalid("an export is not copied into another one; `partita import` reads it");
  PARTITA_TRY_VALUE(source, open_source(options.source, options.ends));
  PARTITA_TRY_VALUE(pairs, pairs_of(options.tables));
  std::vector<std::string> tables;
  for (const TablePair& pair : pairs) {
    if (pair.source != pair.target) return invalid("an export has no name of its table; give --table NAME");
    tables.push_back(pair.source);
  }
  if (tables.empty()) {
    PARTITA_TRY_VALUE(all, all_tables(*source.database));
    tables = std::move(all);
  }
  if (tables.empty()) return invalid("the source has no table");
  EndUnits units{options.source};
  for (const std::string& table : tables) {
    PARTITA_TRY_VALUE(there, source.database->describe_table({.table_name = table}));
    units.units.read += movement::scan_units(there.table, options.consistency());
  }
  PARTITA_TRY(agree({units}, options.pricing));
  transfer::Pace pace(options.read_rate);
  PARTITA_TRY(copy_to_export(*source.database, tables, options.target,
                             {.s3 = options.ends.archive.s3,
                              .segments = options.segments,
                              .consistency = options.consistency(),
                              .read_units = &pace}));
  return 0;
}

Result<int> copy_tables(const CopyOptions& options) {
  if (options.definition.is_wanted() && options.source.kind() != TableEnd::Kind::Export)
    return invalid("--keys and --create are only for an export, because another source has a definition");
  if (options.target.kind() == TableEnd::Kind::Export) return copy_to_files(options);
  PARTITA_TRY_VALUE(ends, open_ends(options.source, options.target, options.ends, EndUse::Write));
  PARTITA_TRY_VALUE(plans, plan_copies(options, ends));
  PARTITA_TRY(agree_to_copies(options, plans));
  const StateStore store(options.state, StateStore::Kind::Copy);
  Paces paces(options);
  int code = 0;
  // A table that is copied keeps its places until all are, so that the same command goes on with the others.
  std::vector<MovedTables> states;
  for (PlannedCopy& plan : plans) {
    if (!plan.target)
      PARTITA_TRY(movement::create_table_like(*ends.target.database, plan.settings, plan.pair.target, plan.notes));
    PARTITA_TRY_VALUE(state, new_state(options, ends, plan));
    PARTITA_TRY_VALUE(lock, store.lock(tables_of(state)));
    PARTITA_TRY(begin_state(options, store, ends, plan, state));
    PARTITA_TRY_VALUE(refused, copy_items_of(options, store, ends, plan, state, paces));
    PARTITA_TRY_VALUE(there, ends.target.database->describe_table({.table_name = plan.pair.target}));
    if (identity(ends.target, there.table) != state.target)
      return invalid(fmt::format(
          "the table {} at the target was made again during the copy; give the same command again", plan.pair.target));
    if (options.items_only)
      plan.notes.clear();
    else
      PARTITA_TRY(movement::set_settings(*ends.target.database, plan.settings, plan.pair.target, plan.notes));
    states.push_back(tables_of(state));
    for (const std::string& note : plan.notes) fmt::print("{}: {}\n", plan.pair.target, note);
    if (refused > 0 || !plan.notes.empty()) code = kSomeRefused;
  }
  for (const MovedTables& tables : states) store.remove(tables);
  return code;
}

int run_copy(const CopyOptions& options) {
  const auto code = copy_tables(options);
  return code ? *code : print_error(code.error());
}

}  // namespace

Command add_copy(CLI::App& app) {
  auto options = std::make_shared<CopyOptions>();
  CLI::App* command = app.add_subcommand("copy", "copy tables from one database to another");
  command->footer(kCopyFooter);
  add_table_ends(*command, options->source, options->target, options->ends);
  add_table_option(*command, options->tables);
  add_new_table_options(*command, options->definition);
  command->add_flag("--items-only", options->items_only,
                    "copy only the items, into a table that the target has, also if its definition is another one");
  command->add_flag("--merge", options->merges,
                    "copy into a table that has items, and replace those with the same key");
  command->add_flag("--restart", options->restarts, "begin anew, and not with the places of an interrupted copy");
  command
      ->add_option("--state", options->state,
                   "the directory for the places of interrupted copies. Default: $XDG_STATE_HOME/partita/copies or "
                   "~/.local/state/partita/copies")
      ->type_name("DIR");
  command->add_option("--segments", options->segments, "the parts of a table that are read at the same time")
      ->check(CLI::Range(1, kMostSegments))
      ->capture_default_str();
  command->add_option("--writers", options->writers, "the requests that are under way at the target")
      ->check(CLI::Range(1, kMostWriters))
      ->capture_default_str();
  command->add_flag("--consistent", options->is_consistent,
                    "scan with strong consistency, which costs twice the units");
  command->add_option("--read-units", options->read_rate, "the most read units a second at the source")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  command->add_option("--write-units", options->write_rate, "the most write units a second at the target")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  command->add_option("--rate", options->item_rate, "the most items a second")
      ->type_name("ITEMS")
      ->check(CLI::PositiveNumber);
  add_pricing_options(*command, options->pricing);
  return {command, [options] { return run_copy(*options); }};
}

}  // namespace partita::tools
