// `partita undo` takes the changes of a span of time back.
#include "movement/undo/undo.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "base/iso_time.h"
#include "base/try.h"
#include "commands.h"
#include "demo/demo.h"
#include "progress_line.h"
#include "protocol/item_json.h"
#include "recovery/typed_json.h"

namespace partita::tools {
namespace {

constexpr const char* kUndoFooter =
    R"(The table must have point-in-time recovery, and the database must be Partita's. Each item that changed from --from until
before --to gets the image that it had before, if it is still as the span left it. So an item that was changed later is left
as it is, and listed. Each write has a condition that compares up to 100 attributes, so a program that writes meanwhile loses
no change. The command can be repeated.

--dry-run lists the items and writes none. The undo is a change too: it can be undone.

Examples:
  partita undo orders --from 2026-11-21T06:00:00Z --to 2026-11-21T06:05:00Z --dry-run
  partita undo orders --from 2026-11-21T06:00:00Z --to 2026-11-21T06:05:00Z
  partita undo orders --from 2026-11-21T06:00:00Z --key-prefix 'CUSTOMER#7'
  partita undo orders --from 2026-11-21T06:00:00Z --writer importer

Exit code: 0 if all items were taken back, 2 if some were left, 1 if the undo failed.
)";

constexpr int kSomeLeft = 2;

struct UndoOptions {
  std::string table;
  std::string from;
  std::string to;
  std::string key_prefix;
  std::string writer;
  std::uint64_t shown = 100;
  bool is_dry_run = false;
  DemoTarget target;
};

std::string json_of_key(const Item& key) {
  std::string out;
  protocol::append_typed_json(key, out);
  return out;
}

Result<int> undo_changes(UndoOptions options) {
  use_default_endpoint(options.target);
  OpenOptions open;
  open.create_if_missing = false;
  open.read_only = options.is_dry_run;
  PARTITA_TRY_VALUE(database, open_target(options.target, open));
  movement::UndoProgress progress;
  std::uint64_t shown = 0;
  const auto show = [&](const movement::UndoneItem& item) {
    if (shown++ < options.shown) fmt::print("{} {}\n", movement::text_of(item.outcome), json_of_key(item.key));
  };
  const movement::UndoSettings settings{
      .table = options.table,
      .from = *epoch_seconds(options.from),
      .to = epoch_seconds(options.to),
      .key_prefix = options.key_prefix,
      .writer = options.writer,
      .mode = options.is_dry_run ? movement::UndoMode::List : movement::UndoMode::Write,
      .on_item = show};
  {
    const WatchedLine line([&progress](int seconds) {
      return fmt::format("{} items taken back, {} left, {} s", progress.undone(), progress.left.load(), seconds);
    });
    PARTITA_TRY(movement::undo(*database, settings, progress));
  }
  if (shown > options.shown) fmt::print("{} more are not shown; --show takes their number\n", shown - options.shown);
  fmt::print("{}: {} {}, {} {}, {} left\n", options.table, progress.restored.load(),
             options.is_dry_run ? "to put back" : "put back", progress.deleted.load(),
             options.is_dry_run ? "to delete" : "deleted", progress.left.load());
  if (progress.of_several > 0)
    fmt::print("{} items were changed by several writers, or by one who is not known, and stay\n",
               progress.of_several.load());
  if (!options.writer.empty() && progress.undone() + progress.left + progress.of_several == 0)
    fmt::print("no item was changed by {} alone; `partita versions {} --from {}` shows who changed which\n",
               options.writer, options.table, options.from);
  return progress.left + progress.of_several > 0 ? kSomeLeft : 0;
}

int run_undo(const UndoOptions& options) {
  const auto code = undo_changes(options);
  return code ? *code : print_error(code.error());
}

}  // namespace

Command add_undo(CLI::App& app) {
  auto options = std::make_shared<UndoOptions>();
  CLI::App* command = app.add_subcommand("undo", "take the changes of a span of time back");
  command->footer(kUndoFooter);
  command->add_option("table", options->table, "the table")->required()->type_name("TABLE");
  command->add_option("--from", options->from, "the beginning of the span, such as 2026-11-21T06:00:00Z")
      ->required()
      ->type_name("TIME")
      ->check(need_time);
  command->add_option("--to", options->to, "the end of the span, which is not in it. Default: now")
      ->type_name("TIME")
      ->check(need_time);
  command
      ->add_option("--key-prefix", options->key_prefix,
                   "only items whose partition key is a string that begins with this text")
      ->check(need_text)
      ->type_name("TEXT");
  command
      ->add_option(
          "--writer", options->writer,
          "only items whose changes within the span were all made by this caller: an ARN, the name of a user, or "
          "ROLE/SESSION")
      ->check(need_text)
      ->type_name("NAME");
  command->add_flag("--dry-run", options->is_dry_run, "list the items and write none");
  command->add_option("--show", options->shown, "the items that are printed")->capture_default_str();
  add_server_options(*command, options->target);
  return {command, [options] { return run_undo(*options); }};
}

}  // namespace partita::tools
