// `partita model migrate` changes tables in use so that they fit a model.
#include <fmt/format.h>
#include <partita/model/upgrade.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <thread>

#include "base/try.h"
#include "demo/demo.h"
#include "migrate_fields.h"
#include "migrate_tables.h"
#include "model.h"
#include "modelling/core/proof.h"
#include "modelling/diff/diff_report.h"
#include "modelling/read/tables/live_table.h"
#include "movement/reshaping/filled_scans.h"
#include "movement/reshaping/reshaping.h"
#include "progress_line.h"

namespace partita::tools {
namespace {

constexpr const char* kMigrateFooter =
    R"(NEW is the model that the tables shall have. --plan, the default, reads each item once and lists the steps that the tables
need. --run carries them out, one after the other: missing tables, index keys of old items, indexes one at a time, each
until it is ACTIVE, time to live. Steps that break programs of the earlier model are left unless they are asked for:
--drop-indexes, --move-items (new primary keys in the same table) and --disable-ttl. Each write of an item has conditions
on all values that it depends on, so no write of a program is lost. If it is interrupted, the same command goes on: the
progress is in the tables themselves. --check fails unless nothing is left to do.

--against OLD adds the safety of each step and its price, as `partita model diff` says them. A change that no step can
make, such as other keys of the table, is refused before anything is written, and needs a table of another name in NEW.

OLD may also be inferred from the tables themselves: --against-table for the plan, and for the other steps a file that
`partita model export --to yaml --endpoint URL --table NAME` writes.

With --against OLD, items get the fields that NEW derives by `from` and that OLD does not have, where they are, and keep the others
until --drop-fields. Tables of NEW that OLD lacks are made and filled: each item follows from one of OLD, by equal names or by `from` in
NEW. --run derives the items that are there, and follows the changes until Ctrl-C or --until-level. Then --cutover stops the programs in
the way that is named, compares, and lets programs write the new tables; --cut-back takes them back, and --finish ends the
migration. Whenever it is interrupted, the same command goes on. docs/modelling/migrate.md has the expressions of `from`.

Examples:
  partita model migrate shop-v2.yml --endpoint http://127.0.0.1:8000 --against shop-v1.yml
  partita model migrate shop-v2.yml --data ./shop --run
  partita model migrate shop-v2.yml --endpoint https://dynamodb.eu-central-1.amazonaws.com --run --units 500
  partita model migrate shop-v2.yml --data ./shop --check
  partita model migrate shop-v3.yml --against shop-v2.yml --endpoint http://127.0.0.1:8000 --run --until-level
  partita model migrate shop-v3.yml --against shop-v2.yml --endpoint http://127.0.0.1:8000 --cutover --stop-command 'systemctl stop shop'

Exit code: 0 if the tables fit or the plan was printed, 1 if steps are left or items differ, 2 if the migration failed.
)";

constexpr int kStepsLeft = 1;
constexpr int kNotMigrated = 2;

struct MigrateOptions {
  ModelArguments model;
  ModelArguments was;
  std::vector<std::string> was_tables;  // tables whose model is inferred, in the place of `was`
  DemoTarget target;
  std::string table_prefix;
  std::string region = "us-east-1";
  bool plans = false;
  bool runs = false;
  bool checks = false;
  bool drops_indexes = false;
  bool moves_items = false;
  bool disables_ttl = false;
  bool drops_fields = false;
  std::string differing;  // accept, derive, or empty
  double unit_rate = 0;
  NewTablesOptions anew;
};

using Clock = std::chrono::steady_clock;

// The tables of the model, which must be sound. With `was`, those that this model has too.
Result<std::vector<const model::TableInfo*>> tables_of(const modelling::Proof& proof, const modelling::Proof* was) {
  if (!proof.refusals().empty())
    return invalid("the model is not sound, so no table is changed: `partita model lint` lists its mistakes");
  std::vector<const model::TableInfo*> tables;
  // Tables that are made anew do not belong to the changes in place.
  for (const modelling::ProvenTable& table : proof.tables())
    if (!was || was->table(table.declared->name)) tables.push_back(table.info);
  return tables;
}

Result<std::shared_ptr<Database>> open_database(const MigrateOptions& options) {
  OpenOptions open;
  open.create_if_missing = options.runs;
  open.read_only = !options.runs;
  PARTITA_TRY_VALUE(database, open_target(options.target, open));
  return std::shared_ptr<Database>(std::move(database));
}

Result<model::UpgradePlan> plan_of(const std::shared_ptr<model::Session>& session,
                                   const std::vector<const model::TableInfo*>& tables) {
  const ElapsedLine line("comparing the items", 24 * 3600);
  std::optional<Result<model::UpgradePlan>> answer;
  model::plan_upgrade(session, model::Mode::Wait, tables,
                      [&](Result<model::UpgradePlan> plan) { answer = std::move(plan); });
  return *std::move(answer);
}

Result<model::UpgradeReport> run_upgrade(const MigrateOptions& options, const std::shared_ptr<model::Session>& session,
                                         const std::vector<const model::TableInfo*>& tables) {
  ProgressLine line;
  const auto begin = Clock::now();
  model::UpgradeOptions how{
      .drop_indexes = options.drops_indexes, .move_items = options.moves_items, .disable_ttl = options.disables_ttl};
  how.progress = [&](const model::UpgradeReport& so_far) {
    line.show(fmt::format("{} items read, {} rewritten, {} moved{}", so_far.items.read, so_far.items.rewritten,
                          so_far.items.moved, so_far.under_way ? "; " + to_text(*so_far.under_way) : ""));
    if (options.unit_rate > 0) {
      const double seconds = so_far.cost.capacity_units / options.unit_rate;
      const auto due = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
      std::this_thread::sleep_until(due);
    }
    return true;
  };
  std::optional<Result<model::UpgradeReport>> answer;
  model::upgrade(session, model::Mode::Wait, tables, std::move(how),
                 [&](Result<model::UpgradeReport> report) { answer = std::move(report); });
  return *std::move(answer);
}

// The text with the options of this command in the place of those of a program.
std::string with_options(std::string text) {
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{"UpgradeOptions::drop_indexes", "--drop-indexes"},
        {"UpgradeOptions::move_items", "--move-items"},
        {"UpgradeOptions::disable_ttl", "--disable-ttl"}})
    for (auto at = text.find(from); at != text.npos; at = text.find(from)) text.replace(at, from.size(), to);
  return text;
}

// The safety and the price of each step, from the two models.
Result<std::string> difference_text(const MigrateOptions& options, const std::shared_ptr<const modelling::Proof>& was,
                                    const std::shared_ptr<const modelling::Proof>& now) {
  PARTITA_TRY_VALUE(prices, modelling::built_in_prices(options.region));
  return modelling::diff::to_lines(modelling::diff::compare_models(was, now), {.prices = prices});
}

movement::FillSettings fill_settings(const MigrateOptions& options, transfer::Pace& pace) {
  using movement::Differing;
  return {.differing = options.differing == "accept"   ? Differing::Accept
                       : options.differing == "derive" ? Differing::Derive
                                                       : Differing::Leave,
          .prefix = options.table_prefix,
          .segments = options.anew.segments,
          .units = options.unit_rate > 0 ? &pace : nullptr};
}

// The plan of the items as they are once their fields are filled.
Result<model::UpgradePlan> plan_of_filled(const MigrateOptions& options, std::shared_ptr<Database> database,
                                          const std::vector<const model::TableInfo*>& tables,
                                          const movement::Reshaping* reshaping) {
  if (reshaping)
    database =
        std::make_shared<movement::FilledScans>(std::move(database), reshaping->new_fields(), options.table_prefix);
  return plan_of(model::make_session(std::move(database), {.table_prefix = options.table_prefix}), tables);
}

Result<int> run_in_place(const MigrateOptions& options, const std::shared_ptr<Database>& database,
                         const std::vector<const model::TableInfo*>& tables, const movement::Reshaping* reshaping) {
  transfer::Pace pace(options.unit_rate);
  const movement::FillSettings settings = fill_settings(options, pace);
  FilledFields filled;
  if (reshaping) {
    PARTITA_TRY_VALUE(plan, plan_of_filled(options, database, tables, reshaping));
    for (const model::UpgradeStep& step : plan.steps)
      if (step.kind == model::UpgradeStep::Kind::Impossible)
        return invalid(fmt::format("{}; nothing was written", to_text(step)));
    PARTITA_TRY_VALUE(done, fill_new_fields(*database, reshaping->new_fields(), settings));
    filled = done;
    if (!filled.can_derive) return kStepsLeft;
  }
  const auto session = model::make_session(database, {.table_prefix = options.table_prefix});
  PARTITA_TRY_VALUE(report, run_upgrade(options, session, tables));
  bool is_done = report.left.empty() && filled.is_done;
  // The fields of the earlier model go last, because indexes and programs may still need them.
  FilledFields dropped;
  const std::string text = with_options(to_text(report));
  const bool says_nothing = text == "nothing to do\n";
  if (!says_nothing) fmt::print("{}", text);
  if (options.drops_fields && reshaping && is_done && report.items.unreadable == 0) {
    PARTITA_TRY_VALUE(done, drop_old_fields(*database, reshaping->new_fields(), settings));
    dropped = done;
    is_done = dropped.is_done;
  } else if (options.drops_fields && reshaping) {
    fmt::print("left: the fields of the earlier model, until all other steps are done and each item can be read\n");
    is_done = false;
  }
  if (says_nothing && is_done && !filled.has_anything && !dropped.has_anything) fmt::print("{}", text);
  return is_done ? 0 : kStepsLeft;
}

// With `reshaping`, items get the fields that it derives before anything else is judged.
Result<int> change_in_place(const MigrateOptions& options, const std::vector<const model::TableInfo*>& tables,
                            const movement::Reshaping* reshaping) {
  PARTITA_TRY_VALUE(database, open_database(options));
  if (options.runs) return run_in_place(options, database, tables, reshaping);
  FilledFields filled;
  if (reshaping) {
    transfer::Pace pace(options.unit_rate);
    PARTITA_TRY_VALUE(listed, list_new_fields(*database, reshaping->new_fields(), fill_settings(options, pace)));
    filled = listed;
    if (!filled.can_derive) return kStepsLeft;
  }
  PARTITA_TRY_VALUE(plan, plan_of_filled(options, std::move(database), tables, reshaping));
  const std::string text = with_options(to_text(plan));
  if (text != "nothing to do\n" || !filled.has_anything) fmt::print("{}", text);
  const bool fits = plan.steps.empty() && plan.items.unreadable == 0;
  return options.checks && !(fits && filled.is_done) ? kStepsLeft : 0;
}

// Changes the tables that both models have, and makes the others anew.
Result<int> migrate_to_new(const MigrateOptions& options, NewTables tables, const movement::Reshaping& reshaping) {
  const MigrateWork work = options.checks ? MigrateWork::Check : options.runs ? MigrateWork::Run : MigrateWork::Plan;
  int in_place = 0;
  PARTITA_TRY_VALUE(changed, tables_of(*tables.now, tables.was.get()));
  if (!changed.empty() && !options.anew.is_step()) {
    PARTITA_TRY_VALUE(code, change_in_place(options, changed, &reshaping));
    in_place = code;
  }
  if (reshaping.targets().empty()) return in_place;
  PARTITA_TRY_VALUE(code, migrate_to_new_tables(tables, options.anew, work));
  return std::max(in_place, code);
}

// The model that is inferred from the tables' items.
Result<std::shared_ptr<const modelling::Model>> inferred_model(const MigrateOptions& options) {
  const std::string place = options.target.endpoint.empty() ? options.target.data : options.target.endpoint;
  if (options.runs || options.anew.is_step())
    return invalid(
        "OLD must be the same model in all steps, and one that is inferred follows from the items of the moment: write "
        "it to a file with `partita model export --to yaml`, look at the entities that it guesses, and give it with "
        "--against");
  OpenOptions open;
  open.create_if_missing = false;
  open.read_only = true;
  PARTITA_TRY_VALUE(database, open_target(options.target, open));
  std::vector<std::string> names;
  for (const std::string& name : options.was_tables) names.push_back(options.table_prefix + name);
  PARTITA_TRY_VALUE(model, modelling::read_live_tables(*database, {.names = names, .source = place}));
  for (std::size_t i = 0; i < model.tables.size(); ++i) model.tables[i].name = options.was_tables[i];
  for (const modelling::Table& table : model.tables)
    for (const modelling::Entity& entity : table.entities)
      fmt::print("{} holds {}, as its items suggest\n", table.name, entity.name);
  return std::make_shared<const modelling::Model>(std::move(model));
}

// OLD, or nullptr if the command does not name it.
Result<std::shared_ptr<const modelling::Model>> earlier_model(MigrateOptions& options) {
  if (!options.was_tables.empty()) return inferred_model(options);
  if (options.was.path.empty()) return std::shared_ptr<const modelling::Model>();
  options.was.format = options.model.format;
  return load_model(options.was, Notes::Keep);
}

Result<int> migrate(MigrateOptions& options) {
  if (options.target.endpoint.empty() && options.target.data.empty())
    return invalid("--endpoint or --data says where the tables are");
  PARTITA_TRY_VALUE(model, load_model(options.model));
  const auto proof = modelling::prove(model);
  PARTITA_TRY_VALUE(tables, tables_of(*proof, nullptr));
  std::shared_ptr<const modelling::Proof> was;
  PARTITA_TRY_VALUE(earlier, earlier_model(options));
  if (earlier) {
    was = modelling::prove(earlier);
    if (modelling::derive::has_origins(*earlier, *model) || options.drops_fields) {
      options.anew.unit_rate = options.unit_rate;
      PARTITA_TRY_VALUE(reshaping, movement::Reshaping::make(was, proof, options.anew.left_out));
      if (reshaping.targets().empty() && !options.anew.is_step()) {
        PARTITA_TRY_VALUE(text, difference_text(options, was, proof));
        fmt::print("{}\n", text);
      }
      if (!reshaping.targets().empty() || !options.anew.is_step())
        return migrate_to_new(options, {was, proof, options.target, options.table_prefix}, reshaping);
    }
    PARTITA_TRY_VALUE(text, difference_text(options, was, proof));
    fmt::print("{}\n", text);
  }
  if (options.anew.is_step() || !options.anew.left_out.empty())
    return invalid(
        "no table is made anew: --cutover and its like need --against OLD, and a NEW whose tables differ in name");
  return change_in_place(options, tables, nullptr);
}

int run_migrate(MigrateOptions& options) {
  const auto code = migrate(options);
  if (code) return *code;
  print_error(code.error());
  return kNotMigrated;
}

}  // namespace

Command add_model_migrate(CLI::App& app) {
  auto options = std::make_shared<MigrateOptions>();
  CLI::App* command = app.add_subcommand("migrate", "change tables in use so that they fit a model");
  command->footer(kMigrateFooter);
  command->add_option("NEW", options->model.path, "the model that the tables shall have")->required();
  add_file_arguments(*command, options->model);
  command
      ->add_option("--against", options->was.path,
                   "the model that the tables have: for the safety of each step, and for new tables")
      ->type_name("OLD");
  command
      ->add_option("--against-table", options->was_tables,
                   "a table whose model is inferred from a sample of its items, in the place of OLD, for --plan and "
                   "--check; may be given several times")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->excludes(command->get_option("--against"));
  add_options(*command, options->target);
  command->add_option("--table-prefix", options->table_prefix, "a text in front of the names of all tables")
      ->type_name("TEXT");
  command->add_option("--region", options->region, "the region of the prices")->capture_default_str();
  auto* plan = command->add_flag("--plan", options->plans, "list the steps, which is the default");
  auto* runs = command->add_flag("--run", options->runs, "carry the steps out")->excludes(plan);
  command->add_flag("--check", options->checks, "fail unless nothing is left to do")->excludes(plan)->excludes(runs);
  command
      ->add_flag("--drop-indexes", options->drops_indexes,
                 "also drop indexes that the model does not have, or that differ")
      ->needs(runs);
  command->add_flag("--move-items", options->moves_items, "also move items whose primary key differs")->needs(runs);
  command
      ->add_flag("--drop-fields", options->drops_fields,
                 "also remove the fields of OLD that the model does not have from items that have the new ones")
      ->needs(runs)
      ->needs(command->get_option("--against"));
  command
      ->add_option(
          "--differing", options->differing,
          "new fields with other values than follow from those of OLD: accept them, or derive them again. Without "
          "it, such items keep the fields of OLD")
      ->check(CLI::IsMember({"accept", "derive"}))
      ->needs(command->get_option("--against"));
  command->add_flag("--disable-ttl", options->disables_ttl, "also disable a time to live that the model does not have")
      ->needs(runs);
  command->add_option("--units", options->unit_rate, "the most capacity units a second, of reads and writes together")
      ->type_name("UNITS")
      ->check(CLI::PositiveNumber);
  add_new_tables_options(*command, options->anew);
  for (const char* step : {"--cutover", "--cut-back", "--finish", "--status"})
    for (const char* work : {"--plan", "--check"}) command->get_option(step)->excludes(command->get_option(work));
  return {command, [options] { return run_migrate(*options); }};
}

}  // namespace partita::tools
