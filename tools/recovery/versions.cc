// `partita versions` shows how an item was before, and puts it back.
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "base/iso_time.h"
#include "base/try.h"
#include "demo/demo.h"
#include "protocol/item_json.h"
#include "recovery/typed_json.h"

namespace partita::tools {
namespace {

constexpr const char* kVersionsFooter =
    R"(The table must have point-in-time recovery. Each version is a line of JSON, the newest first: the number and the time of
the change, and the item that it left. A line without Item is a deletion. A line without SequenceNumber is the item as
it was before the first change that counts, which is the last line. ChangedBy is the caller who made the change, if the server
verified a signature.

Without --key, each item that changed from --from until before --to is a line: its key, the number and the time of its last change within
the span, and its images before and after the span. A line without OldImage is a new item, and one without NewImage a deletion. `partita
undo` takes these changes back.

A number is that of --before of `partita recover`, which restores the table.

Examples:
  partita versions orders --key '{"id": {"S": "7"}}'
  partita versions orders --key '{"id": {"S": "7"}}' --from 2026-11-21T06:00:00Z --data ./shop
  partita versions orders --key '{"id": {"S": "7"}}' --put-back-before 100007549747200000000
  partita versions orders --from 2026-11-21T06:00:00Z --to 2026-11-21T06:05:00Z

Exit code: 0, or 1 if something failed.
)";

struct VersionsOptions {
  std::string table;
  std::string key;
  std::string from;
  std::string to;
  std::int64_t limit = 0;
  bool oldest_first = false;
  std::string put_back_before;
  DemoTarget target;
};

// A line of JSON, member by member.
class JsonLine {
 public:
  void text(std::string_view member, const OptionalString& value) {
    if (!value) return;
    name(member);
    protocol::append_json_text(*value, line_);
  }
  void time(std::string_view member, const std::optional<double>& seconds) {
    if (!seconds) return;
    name(member);
    protocol::append_json_text(base::iso_time_text(static_cast<std::int64_t>(*seconds * 1000 + 0.5)), line_);
  }
  void item(std::string_view member, const std::optional<Item>& value) {
    if (!value) return;
    name(member);
    protocol::append_typed_json(*value, line_);
  }
  std::string end() { return line_ + "}"; }

 private:
  void name(std::string_view member) { line_ += fmt::format("{}\"{}\":", line_.size() > 1 ? "," : "", member); }
  std::string line_ = "{";
};

std::string version_line(const ItemVersion& version) {
  JsonLine line;
  line.text("SequenceNumber", version.sequence_number);
  line.time("ChangeDateTime", version.change_date_time);
  if (version.user_identity) line.text("ChangedBy", version.user_identity->principal_id);
  line.item("Item", version.item);
  return line.end();
}

std::string changed_item_line(const ChangedItem& change) {
  JsonLine line;
  line.item("Key", change.key);
  line.text("SequenceNumber", change.sequence_number);
  line.time("ChangeDateTime", change.change_date_time);
  if (change.user_identity) line.text("ChangedBy", change.user_identity->principal_id);
  line.item("OldImage", change.old_image);
  line.item("NewImage", change.new_image);
  return line.end();
}

// Calls `visit` with each version until it returns false.
template <class Visit>
Result<void> each_version(Database& database, ListItemVersionsRequest request, Visit visit) {
  for (;;) {
    PARTITA_TRY_VALUE(page, database.list_item_versions(request));
    for (const ItemVersion& version : page.versions)
      if (!visit(version)) return {};
    if (!page.next_token) return {};
    request.next_token = std::move(page.next_token);
  }
}

// The item as it was before the change; an absent one if it did not exist.
Result<std::optional<Item>> item_before(Database& database, const ListItemVersionsRequest& request,
                                        const std::string& number) {
  bool is_behind = false;
  std::optional<Item> before;
  PARTITA_TRY(each_version(database, request, [&](const ItemVersion& version) {
    if (is_behind) before = version.item;
    const bool was_behind = is_behind;
    is_behind = is_behind || version.sequence_number == number;
    return !was_behind;
  }));
  if (!is_behind)
    return invalid(
        fmt::format("the item has no change with the number {}; `partita versions` without "
                    "--put-back-before shows those that it has",
                    number));
  return before;
}

std::string typed_line(const Item& item) {
  std::string line;
  protocol::append_typed_json(item, line);
  return line;
}

// Prints the item that the change took away, because another program may have written it after the caller looked.
void print_replaced(const std::optional<Item>& replaced) {
  if (replaced) fmt::print("in place of {}\n", typed_line(*replaced));
}

Result<void> put_back(Database& database, const ListItemVersionsRequest& request, const std::string& number) {
  PARTITA_TRY_VALUE(before, item_before(database, request, number));
  if (before) {
    PARTITA_TRY_VALUE(
        put, database.put_item(
                 {.table_name = request.table_name, .item = before->to_map(), .return_values = ReturnValue::AllOld}));
    fmt::print("put back {}\n", typed_line(*before));
    print_replaced(put.attributes);
    return {};
  }
  PARTITA_TRY_VALUE(deleted,
                    database.delete_item(
                        {.table_name = request.table_name, .key = request.key, .return_values = ReturnValue::AllOld}));
  fmt::print("deleted, because the item did not exist before the change {}\n", number);
  print_replaced(deleted.attributes);
  return {};
}

Result<void> show_versions(Database& database, ListItemVersionsRequest request, std::int64_t limit) {
  if (limit > 0) request.limit = limit;
  std::int64_t left = limit > 0 ? limit : std::numeric_limits<std::int64_t>::max();
  return each_version(database, std::move(request), [&](const ItemVersion& version) {
    fmt::print("{}\n", version_line(version));
    return --left > 0;
  });
}

// Shows the items that changed within the span, up to `limit` of them.
Result<void> show_changed_items(Database& database, const VersionsOptions& options) {
  ListChangedItemsRequest request{
      .table_name = options.table, .start_time = epoch_seconds(options.from), .end_time = epoch_seconds(options.to)};
  std::int64_t left = options.limit > 0 ? options.limit : std::numeric_limits<std::int64_t>::max();
  do {
    PARTITA_TRY_VALUE(page, database.list_changed_items(request));
    for (const ChangedItem& change : page.changed_items) {
      if (left-- == 0) return {};
      fmt::print("{}\n", changed_item_line(change));
    }
    request.next_token = std::move(page.next_token);
  } while (request.next_token);
  return {};
}

Result<void> run_versions(VersionsOptions options) {
  const bool has_key = !options.key.empty();
  if (!has_key && options.from.empty())
    return invalid("name an item with --key, or a span of time with --from, to list all items that changed since");
  if (!has_key && (options.oldest_first || !options.put_back_before.empty()))
    return invalid("--oldest-first and --put-back-before need --key");
  use_default_endpoint(options.target);
  OpenOptions open;
  open.create_if_missing = false;
  open.read_only = options.put_back_before.empty();
  PARTITA_TRY_VALUE(database, open_target(options.target, open));
  if (!has_key) return show_changed_items(*database, options);
  PARTITA_TRY_VALUE(key, typed_item(options.key, "--key"));
  ListItemVersionsRequest request{.table_name = options.table,
                                  .key = std::move(key),
                                  .start_time = epoch_seconds(options.from),
                                  .end_time = epoch_seconds(options.to),
                                  .scan_index_forward = options.oldest_first};
  if (!options.put_back_before.empty()) return put_back(*database, request, options.put_back_before);
  return show_versions(*database, std::move(request), options.limit);
}

}  // namespace

Command add_versions(CLI::App& app) {
  auto options = std::make_shared<VersionsOptions>();
  CLI::App* command = app.add_subcommand(
      "versions", "show how an item of a table was before, and put it back, or the items that changed");
  command->footer(kVersionsFooter);
  command->add_option("TABLE", options->table, "the table")->required();
  command->add_option("--key", options->key, "the item's key, as JSON with types; without it, all items that changed")
      ->type_name("JSON");
  auto* from = command->add_option("--from", options->from, "only changes from this time on")->type_name("TIME");
  auto* to = command->add_option("--to", options->to, "only changes before this time")->type_name("TIME");
  for (auto* time : {from, to}) time->check(need_time);
  auto* limit = command->add_option("--limit", options->limit, "the most versions or items to show; default all");
  limit->check(CLI::PositiveNumber);
  auto* oldest = command->add_flag("--oldest-first", options->oldest_first, "show the oldest version first");
  auto* back = command->add_option("--put-back-before", options->put_back_before,
                                   "put the item back as it was before the change with this number");
  back->type_name("NUMBER")->check(need_text);
  for (auto* other : {from, to, limit}) back->excludes(other);
  back->excludes(oldest);
  add_server_options(*command, options->target);
  return {command, [options] {
            const auto done = run_versions(*options);
            return done ? 0 : print_error(done.error());
          }};
}

}  // namespace partita::tools
