// `partita stream roll` closes the open shard of a table's stream.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "demo/demo.h"

namespace partita::tools {
namespace {

constexpr const char* kRollFooter =
    R"(Closes the open shard of the stream and opens a child, so that you can test whether your program finds its way from
a shard to its children. Amazon DynamoDB does this by itself about every four hours, and --stream-roll of `partita serve`
in a time that you choose.

Examples:
  partita stream roll orders
  partita stream roll orders --endpoint http://127.0.0.1:9000
)";

struct RollOptions {
  std::string table;
  DemoTarget target;
};

int run_roll(const RollOptions& options) {
  auto database = open_target(options.target);
  if (!database) return print_error(database.error());
  const auto rolled = (*database)->roll_stream({.table_name = options.table});
  if (!rolled) return print_error(rolled.error());
  fmt::print("{}: closed {}, opened {}\n", *rolled->stream_arn, *rolled->closed_shard_id, *rolled->opened_shard_id);
  return 0;
}

Command add_roll(CLI::App& stream) {
  auto options = std::make_shared<RollOptions>();
  options->target.endpoint = "http://127.0.0.1:8000";
  CLI::App* command = stream.add_subcommand("roll", "close the open shard of a table's stream and open a child");
  command->footer(kRollFooter);
  command->add_option("TABLE", options->table, "the table")->required();
  command
      ->add_option("--endpoint", options->target.endpoint,
                   "the Partita that has the table; keys and region come from the AWS_ environment variables, and a "
                   "loopback endpoint needs neither")
      ->type_name("URL")
      ->capture_default_str();
  return {command, [options] { return run_roll(*options); }};
}

}  // namespace

Command add_stream(CLI::App& app) {
  CLI::App* stream = app.add_subcommand("stream", "act on the streams of tables");
  stream->require_subcommand(1);
  Command roll = add_roll(*stream);
  return {stream, std::move(roll.run)};
}

}  // namespace partita::tools
