// `partita recover` restores a table with point-in-time recovery into a new table.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>

#include "base/try.h"
#include "demo/demo.h"
#include "movement/tables/wait_until_active.h"
#include "recovery/typed_json.h"
#include "table/table.h"

namespace partita::tools {
namespace {

constexpr const char* kRecoverFooter =
    R"(Makes the table NEW with the items that TABLE had at a moment. TABLE stays as it is, and must have point-in-time recovery.
The moment is one of these:
  --to TIME          the changes before this second, such as 2026-11-21T06:00:00Z
  --before NUMBER    the changes before the one with this number, which `partita versions` shows
  --after NUMBER     the changes up to the one with this number
  --before-item KEY  the changes before the one with which the item came to match the condition of --where, the latest
                     such change or, with --first, the first one. attribute_not_exists(id) finds the change that deleted
                     the item.

The command waits until NEW has all items. If it is interrupted the restore goes on.

Examples:
  partita recover orders --as orders-then --to 2026-11-21T06:00:00Z
  partita recover orders --as orders-before --before 100007549747200000000 --data ./shop
  partita recover orders --as orders-before --before-item '{"id": {"S": "7"}}' --where 'attribute_not_exists(id)'
  partita recover orders --as orders-before --before-item '{"id": {"S": "7"}}' --where '#s = :s' \
      --names '{"#s": "state"}' --values '{":s": {"S": "lost"}}'

Exit code: 0, or 1 if something failed.
)";

constexpr std::chrono::hours kRestorePatience{24};

struct RecoverOptions {
  std::string table;
  std::string as;
  std::string to;
  std::string before;
  std::string after;
  std::string before_item;
  std::string where;
  std::string names;
  std::string values;
  std::string from;
  std::string until;
  bool first = false;
  bool no_wait = false;
  DemoTarget target;
};

Result<ItemMatch> match_of(const RecoverOptions& options) {
  ItemMatch match;
  PARTITA_TRY_VALUE(key, typed_item(options.before_item, "--before-item"));
  match.key = std::move(key);
  match.condition_expression = options.where;
  if (!options.names.empty()) {
    PARTITA_TRY_VALUE(names, placeholder_names(options.names, "--names"));
    match.expression_attribute_names = std::move(names);
  }
  if (!options.values.empty()) {
    PARTITA_TRY_VALUE(values, typed_item(options.values, "--values"));
    match.expression_attribute_values = std::move(values);
  }
  match.start_time = epoch_seconds(options.from);
  match.end_time = epoch_seconds(options.until);
  match.scan_index_forward = options.first;
  return match;
}

// Returns words that describe the items of the new table.
Result<std::string> begin_recovery(Database& database, const RecoverOptions& options) {
  if (!options.to.empty()) {
    PARTITA_TRY(database.restore_table_to_point_in_time({.source_table_name = options.table,
                                                         .target_table_name = options.as,
                                                         .restore_date_time = epoch_seconds(options.to)}));
    return fmt::format("as {} was at {}", options.table, options.to);
  }
  RestoreTableToVersionRequest request{.source_table_name = options.table, .target_table_name = options.as};
  if (!options.before.empty()) request.before_sequence_number = options.before;
  if (!options.after.empty()) request.after_sequence_number = options.after;
  if (!options.before_item.empty()) {
    PARTITA_TRY_VALUE(match, match_of(options));
    request.before_item = std::move(match);
  }
  PARTITA_TRY_VALUE(begun, database.restore_table_to_version(request));
  return fmt::format("as {} was {} change {}", options.table, options.after.empty() ? "before" : "after",
                     begun.sequence_number.value_or("?"));
}

Result<void> run_recover(RecoverOptions options) {
  use_default_endpoint(options.target);
  OpenOptions open;
  open.create_if_missing = false;
  PARTITA_TRY_VALUE(database, open_target(options.target, open));
  PARTITA_TRY_VALUE(how, begin_recovery(*database, options));
  if (options.no_wait) {
    fmt::print("{}: CREATING, {}\n", options.as, how);
    return {};
  }
  PARTITA_TRY_VALUE(active, movement::wait_until_active(*database, options.as, kRestorePatience));
  if (!active)
    return fail(ErrorCode::InternalServerError,
                fmt::format("table {} is not ACTIVE yet; DescribeTable shows when it is", options.as));
  fmt::print("{}: {}\n", options.as, how);
  return {};
}

void add_recovery_moment(CLI::App& command, RecoverOptions& options) {
  auto* moment = command.add_option_group("The moment", "one of");
  moment->add_option("--to", options.to, "the changes before this second")->type_name("TIME")->check(need_second);
  moment->add_option("--before", options.before, "the changes before the one with this number")
      ->type_name("NUMBER")
      ->check(need_text);
  moment->add_option("--after", options.after, "the changes up to the one with this number")
      ->type_name("NUMBER")
      ->check(need_text);
  auto* item =
      moment->add_option("--before-item", options.before_item, "the changes before one of the item with this key")
          ->type_name("KEY")
          ->check(need_text);
  moment->require_option(1);
  auto* where = command.add_option("--where", options.where, "the condition that the item came to match")
                    ->type_name("EXPRESSION")
                    ->check(need_text)
                    ->needs(item);
  item->needs(where);
  command.add_option("--names", options.names, "ExpressionAttributeNames of the condition")
      ->type_name("JSON")
      ->needs(where);
  command.add_option("--values", options.values, "ExpressionAttributeValues of the condition, with types")
      ->type_name("JSON")
      ->needs(where);
  command.add_option("--from", options.from, "only changes of the item from this time on")
      ->type_name("TIME")
      ->check(need_time)
      ->needs(where);
  command.add_option("--until", options.until, "only changes of the item before this time")
      ->type_name("TIME")
      ->check(need_time)
      ->needs(where);
  command.add_flag("--first", options.first, "the first change that matches, in place of the latest")->needs(where);
}

}  // namespace

Command add_recover(CLI::App& app) {
  auto options = std::make_shared<RecoverOptions>();
  CLI::App* command = app.add_subcommand("recover", "restore a table to a moment of its past, into a new table");
  command->footer(kRecoverFooter);
  command->add_option("TABLE", options->table, "the table")->required();
  command->add_option("--as", options->as, "the name of the new table")->required()->type_name("NEW");
  add_recovery_moment(*command, *options);
  command->add_flag("--no-wait", options->no_wait, "end once the restore was begun");
  add_server_options(*command, options->target);
  return {command, [options] {
            const auto done = run_recover(*options);
            return done ? 0 : print_error(done.error());
          }};
}

}  // namespace partita::tools
