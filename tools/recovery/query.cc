// `partita query` reads items of a table, as it is or as it was at a moment.
#include <fmt/format.h>
#include <partita/open.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <cstdio>

#include "base/try.h"
#include "commands.h"
#include "demo/demo.h"
#include "movement/undo/table_at.h"
#include "protocol/item_json.h"
#include "recovery/typed_json.h"
#include "scratch_directory.h"

namespace partita::tools {
namespace {

constexpr const char* kQueryFooter =
    R"(Each item is a line of JSON with types. Without --key-condition, --scan reads the whole table.

With --as-of the answer is the one that the table, which must have point-in-time recovery and be Partita's, had at that moment. It
costs the read of now, twice, and the changes since then.

Examples:
  partita query orders --key-condition 'pk = :c' --values '{":c": {"S": "CUSTOMER#7"}}'
  partita query orders --index by_state --key-condition '#s = :s' --names '{"#s": "state"}' --values '{":s": {"S": "OPEN"}}'
  partita query orders --key-condition 'pk = :c' --values '{":c": {"S": "CUSTOMER#7"}}' --as-of 2026-11-21T06:00:00Z
  partita query orders --scan --as-of 2026-11-21T06:00:00Z --data ./shop

Exit code: 0, or 1 if something failed.
)";

struct QueryOptions {
  std::string table;
  std::string index;
  std::string key_condition;
  std::string filter;
  std::string projection;
  std::string names;
  std::string values;
  std::string as_of;
  std::uint64_t limit = 0;
  bool scans = false;
  bool is_reversed = false;
  bool is_consistent = false;
  DemoTarget target;
};

OptionalString text_or_absent(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

template <class Request>
Result<void> fill(const QueryOptions& options, Request& request) {
  request.table_name = options.table;
  request.index_name = text_or_absent(options.index);
  request.filter_expression = text_or_absent(options.filter);
  request.projection_expression = text_or_absent(options.projection);
  if (!options.names.empty()) {
    PARTITA_TRY_VALUE(names, placeholder_names(options.names, "--names"));
    request.expression_attribute_names = std::move(names);
  }
  if (!options.values.empty()) {
    PARTITA_TRY_VALUE(values, typed_item(options.values, "--values"));
    request.expression_attribute_values = std::move(values);
  }
  if (options.is_consistent) request.consistent_read = true;
  return {};
}

Result<movement::PastRead> read_of(const QueryOptions& options) {
  movement::PastRead read;
  if (options.key_condition.empty()) {
    if (!options.scans)
      return invalid("--key-condition names the items; --scan reads all items of the table, and costs as much");
    if (options.is_reversed) return invalid("--reverse is for --key-condition, because a scan has no order");
    PARTITA_TRY(fill(options, read.scan.emplace()));
    return read;
  }
  PARTITA_TRY(fill(options, read.query.emplace()));
  read.query->key_condition_expression = options.key_condition;
  if (options.is_reversed) read.query->scan_index_forward = false;
  return read;
}

Result<void> query(QueryOptions& options) {
  use_default_endpoint(options.target);
  PARTITA_TRY_VALUE(read, read_of(options));
  OpenOptions open;
  open.create_if_missing = false;
  open.read_only = true;
  PARTITA_TRY_VALUE(database, open_target(options.target, open));
  // So that the scratch directory goes.
  std::signal(SIGPIPE, SIG_IGN);
  std::uint64_t shown = 0;
  const auto take = [&](const Item& item) {
    if (options.limit > 0 && shown == options.limit) return false;
    ++shown;
    std::string line;
    protocol::append_typed_json(item, line);
    line += '\n';
    // The reader of a pipe may have read enough.
    return std::fputs(line.c_str(), stdout) >= 0;
  };
  const auto moment = epoch_seconds(options.as_of);
  if (!moment) return movement::read_all(*database, std::move(read), take);
  PARTITA_TRY_VALUE(directory, ScratchDirectory::make(""));
  OpenOptions scratch_options;
  scratch_options.durability = Durability::None;
  PARTITA_TRY_VALUE(scratch, partita::open(directory.path(), scratch_options));
  return movement::read_table_at(*database, read, *moment, *scratch, take);
}

int run_query(QueryOptions options) {
  const auto done = query(options);
  return done ? 0 : print_error(done.error());
}

}  // namespace

Command add_query(CLI::App& app) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App* command = app.add_subcommand("query", "read items of a table, as it is or as it was at a moment");
  command->footer(kQueryFooter);
  command->add_option("table", options->table, "the table")->required()->type_name("TABLE")->check(need_text);
  auto* condition = command->add_option("--key-condition", options->key_condition, "as KeyConditionExpression of Query")
                        ->type_name("EXPRESSION");
  command->add_flag("--scan", options->scans, "read all items of the table or the index")->excludes(condition);
  command->add_option("--index", options->index, "of a secondary index")->type_name("NAME");
  command->add_option("--filter", options->filter, "as FilterExpression")->type_name("EXPRESSION");
  command->add_option("--projection", options->projection, "as ProjectionExpression")->type_name("EXPRESSION");
  command->add_option("--names", options->names, "JSON of the names in expressions, as in '{\"#s\": \"state\"}'")
      ->type_name("JSON");
  command
      ->add_option("--values", options->values,
                   "JSON of the values in expressions, as in '{\":s\": {\"S\": \"OPEN\"}}'")
      ->type_name("JSON");
  command->add_flag("--reverse", options->is_reversed, "in descending order of the sort key");
  command->add_option("--limit", options->limit, "the most items")->type_name("NUMBER");
  command->add_flag("--consistent", options->is_consistent, "with strong consistency");
  command->add_option("--as-of", options->as_of, "the moment of the answer, such as 2026-11-21T06:00:00Z")
      ->type_name("TIME")
      ->check(need_time);
  add_server_options(*command, options->target);
  return {command, [options] { return run_query(*options); }};
}

}  // namespace partita::tools
