#include "archive/export_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "archive/applied.h"
#include "archive/archive.h"
#include "archive/contents.h"
#include "base/clock.h"
#include "base/iso_time.h"
#include "base/try.h"
#include "client/directory_owner.h"
#include "client/embedded_database.h"
#include "engine/find_table.h"
#include "engine/records/record.h"
#include "keys/system_keys.h"
#include "objects/object_files.h"
#include "storage/open_store.h"
#include "transfer/ends.h"
#include "transfer/exports/export_id.h"

namespace partita::tools {
namespace {

constexpr std::int64_t kLivingMs = 60'000;

// The items that were written in the span: the time of the last write by the key of the item in the store.
using Changed = std::map<std::string, std::int64_t, std::less<>>;

Result<std::int64_t> time_of(const std::string& option, const std::string& text) {
  const auto time = base::parse_iso_time(text);
  if (time) return *time;
  return invalid(fmt::format("{} is a time such as 2026-11-21T06:00:00Z, and not '{}'", option, text));
}

// The end of the span. Errors: ValidationException if the archive does not reach it.
Result<std::int64_t> end_of_span(const ChangesExportOptions& options, const archive::ArchivePlace& place,
                                 const archive::Contents& contents) {
  if (!contents.head)
    return invalid("the archive has lost its object 'head', so it is not known how far its changes go");
  // A server that lives may have written the head although the last changes were not archived yet.
  const archive::Head& head = *contents.head;
  // Changes may be newer than the head, if the server was killed between them.
  const auto pass = [](archive::Segment&&, const archive::ChangesEnd&) -> Result<bool> { return true; };
  PARTITA_TRY_VALUE(end, archive::read_changes(place, head.generation, head.end, pass));
  // The span ends before `end_ms`, and the last change is in it.
  const std::int64_t end_ms = std::max(end.time_ms + 1, head.closed ? head.time_ms : head.time_ms - kLivingMs);
  if (options.to_time.empty()) return end_ms;
  PARTITA_TRY_VALUE(time, time_of("--to-time", options.to_time));
  if (time > end_ms)
    return invalid(fmt::format(
        "the archive ends at {}, before --to-time; if its server runs, this time is in the archive within a "
        "minute, and without --to-time the export ends where the archive does",
        base::iso_time_text(end_ms)));
  return time;
}

Result<std::unique_ptr<client::EmbeddedDatabase>> open_scratch(const std::string& path) {
  PARTITA_TRY_VALUE(store, storage::open_store(path, {.create_if_missing = false}));
  engine::EngineOptions options;
  options.background_jobs = false;
  client::set_owner(options, path);
  return client::EmbeddedDatabase::open(std::move(store), std::move(options));
}

// Applies the changes of the span to the store, which has everything before it, and notes the items of the table.
Result<Changed> apply_span(const archive::ArchivePlace& place, const archive::RestorePlan& plan, std::int64_t to_ms,
                           archive::Applied applied, storage::Store& store, keys::TableId table) {
  Changed changed;
  const std::string prefix = keys::base_key_of(table, {});
  const archive::Until until{.time_ms = to_ms - 1};
  bool is_at_end = false;
  const auto take = [&](archive::Segment&& segment, const archive::ChangesEnd& end) -> Result<bool> {
    for (const storage::LoggedBatch& logged : segment.batches) {
      if (logged.first <= applied.number) continue;
      if (logged.time_ms > until.time_ms) break;
      logged.batch.for_each([&](storage::Batch::Operation operation, std::string_view key, const auto&) {
        const bool is_item =
            operation == storage::Batch::Operation::Put || operation == storage::Batch::Operation::Erase;
        if (is_item && key.starts_with(prefix)) changed[std::string(key)] = logged.time_ms;
      });
    }
    PARTITA_TRY_VALUE(whole, archive::apply(store, segment, end, until, applied));
    is_at_end = !whole;
    return whole;
  };
  PARTITA_TRY_VALUE(end, archive::read_changes(place, plan.base.generation, applied.end, take));
  if (is_at_end) return changed;
  if (end.segment < plan.least_end.segment)
    return fail(ErrorCode::Corruption,
                fmt::format("the segment {} of the generation {} is missing", end.segment + 1, plan.base.generation));
  if (!plan.is_last_generation)
    return invalid(
        fmt::format("the changes go on in another generation after {}, so a span cannot reach over this time: "
                    "export two spans, or a table as it was with --at",
                    base::iso_time_text(plan.least_end.time_ms)));
  return changed;
}

Result<std::optional<std::string>> item_at(const storage::Store& store, const std::string& key,
                                           const storage::Snapshot* snapshot) {
  PARTITA_TRY_VALUE(got, store.get(key, {.snapshot = snapshot}));
  if (got.state != storage::ReadState::Found) return std::optional<std::string>();
  return std::optional<std::string>(got.value.bytes);
}

Result<PlaceEnd> target_of(const ChangesExportOptions& options, const S3Options& s3) {
  if (is_s3_end(options.to)) {
    PARTITA_TRY_VALUE(end, s3_end(options.to, s3));
    if (!end.is_prefix()) end.key += '/';
    return std::move(end);
  }
  if (is_directory_end(options.to)) return directory_end(options.to);
  return invalid(fmt::format("an incremental export is a folder: give --to {}/ or s3://BUCKET/PREFIX", options.to));
}

}  // namespace

Result<void> export_changes(const ArchiveLocationOptions& from, const ChangesExportOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const base::SystemClock clock;
  PARTITA_TRY_VALUE(target, target_of(options, from.s3));
  PARTITA_TRY_VALUE(from_ms, time_of("--from-time", options.from_time));
  PARTITA_TRY_VALUE(location, archive_location(from));
  const archive::ArchivePlace place(std::move(location));
  PARTITA_TRY_VALUE(contents, archive::read_contents(place));
  PARTITA_TRY_VALUE(to_ms, end_of_span(options, place, contents));
  if (from_ms >= to_ms) return invalid("--from-time must be before --to-time, or before the end of the archive");
  PARTITA_TRY_VALUE(plan, archive::plan_restore(contents, {.time_ms = from_ms - 1}));
  // It may tell of a gap that the span does not reach.
  plan.warning.clear();
  PARTITA_TRY_VALUE(scratch, ScratchDirectory::make(options.scratch));
  PARTITA_TRY_VALUE(restored, restore_directory(place, plan, scratch.path()));
  PARTITA_TRY_VALUE(database, open_scratch(scratch.path()));
  const engine::Context& context = database->context();
  const catalog::TablePtr table = context.catalog.find(options.table);
  if (!table)
    return invalid(
        fmt::format("there was no table {} at {}; give a later --from-time", options.table, options.from_time));
  storage::Store& store = database->engine().store();
  const auto before = store.snapshot();
  PARTITA_TRY_VALUE(changed, apply_span(place, plan, to_ms,
                                        {.generation = plan.base.generation,
                                         .end = archive::begin_of_changes(plan.base),
                                         .number = restored.number,
                                         .time_ms = restored.time_ms},
                                        store, table->id));
  PARTITA_TRY(database->engine().show_written_elsewhere());
  if (!context.catalog.find(table->id))
    return invalid(fmt::format("the table {} was deleted in the span; give an earlier --to-time", options.table));
  const auto files_of = objects::object_files(
      [&target](const std::string&) -> Result<std::unique_ptr<transfer::Place>> { return std::move(target.place); });
  engine::ExportOrder order{.arn_name = transfer::make_export_id(clock.now_ms()),
                            .table_arn = engine::table_arn(context, table->name),
                            .table_id = table->uuid,
                            .started_ms = clock.now_ms(),
                            .export_ms = to_ms,
                            .changes = engine::ExportOrder::Changes{.from_ms = from_ms, .to_ms = to_ms},
                            .bucket = target.bucket};
  if (options.view == transfer::ExportView::NewImage) order.changes->view = ExportViewType::NewImage;
  if (options.format == transfer::Format::Ion) order.format = ExportFormat::Ion;
  if (!target.key.empty()) order.prefix = target.key.substr(0, target.key.size() - 1);
  PARTITA_TRY_VALUE(files, files_of->begin_export(order));
  for (const auto& [key, time_ms] : changed) {
    PARTITA_TRY_VALUE(old_image, item_at(store, key, before.get()));
    PARTITA_TRY_VALUE(new_image, item_at(store, key, nullptr));
    if (!old_image && !new_image) continue;
    const std::string keys = engine::encoded_keys(table->keys, value::ItemView(new_image ? *new_image : *old_image));
    engine::ExportedChange change{.write_time_us = time_ms * 1000, .keys = keys};
    if (old_image) change.old_image = *old_image;
    if (new_image) change.new_image = *new_image;
    PARTITA_TRY(files->add(change));
  }
  PARTITA_TRY_VALUE(outcome, files->finish());
  fmt::print("{}: {} changed items from {} to {}, in {:.1f} s, to {}\n", table->name, outcome.items,
             base::iso_time_text(from_ms), base::iso_time_text(to_ms),
             std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), outcome.manifest);
  return {};
}

}  // namespace partita::tools
