#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>

#include "base/try.h"
#include "catalog/record.h"
#include "engine/find_table.h"
#include "engine/history/changed_items.h"
#include "engine/history/entry.h"
#include "engine/history/past_items.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/transfer_job.h"
#include "engine/pages/key_range.h"
#include "engine/records/record.h"
#include "keys/system_keys.h"
#include "ops/rules/transfer_rules.h"

namespace partita::engine {
namespace {

using ExportRequest = ExportTableToPointInTimeRequest;

// Which items an export has, and with which attributes.
class ItemFilter {
 public:
  static Result<ItemFilter> make(const catalog::TableInfo& table, const std::optional<FilterSpecification>& given) {
    ItemFilter filter;
    filter.table_ = table.id;
    if (!given) return filter;
    PARTITA_TRY_VALUE(parsed, ops::parse_filter(*given));
    if (parsed.key_condition) {
      PARTITA_TRY_VALUE(range, key_range(table, nullptr, *parsed.key_condition));
      filter.range_ = std::move(range);
    }
    filter.condition_ = std::move(parsed.filter);
    filter.projection_ = std::move(parsed.projection);
    return filter;
  }

  bool takes(std::string_view suffix, std::string_view item) const {
    if (range_) {
      const std::string key = keys::base_key_of(table_, suffix);
      if (key < range_->lower || key >= range_->upper) return false;
    }
    return !condition_ || condition_->matches(value::ItemView(item));
  }
  // The item as it is exported. `buffer` must live as long as the result.
  std::string_view shown(std::string_view item, std::string& buffer) const {
    if (!projection_) return item;
    buffer.clear();
    projection_->project(value::ItemView(item), buffer);
    return buffer;
  }

 private:
  keys::TableId table_ = 0;
  std::optional<KeyRange> range_;
  std::optional<expr::Condition> condition_;
  std::optional<expr::Projection> projection_;
};

class ExportJob final : public TransferJob {
 public:
  explicit ExportJob(keys::TableId id) : TransferJob(id) {}
  ~ExportJob() override { join(); }

 private:
  Result<void> attempt(Context& context) override {
    const catalog::TransferPtr transfer = context.catalog.find_transfer(id_);
    if (!transfer || !transfer->goes_on()) return {};
    const ExportRequest& request = std::get<ExportRequest>(transfer->request);
    PARTITA_TRY_VALUE(table, catalog::decode_table(transfer->table_record.bytes));
    PARTITA_TRY_VALUE(filter, ItemFilter::make(table, request.filter_specification));
    auto files = context.files->begin_export(order_of(context, *transfer));
    if (!files) return fail_by(context, files.error());
    // The operation waited until all numbers below the moment were settled, and after a restart no write is on its way.
    const std::uint32_t last_day = day_of(context.numbers.settled_below()) + 1;
    const auto snapshot = context.store.snapshot();
    const PastTable past{transfer->table, transfer->history, transfer->moment};
    const Reading reading{context, *snapshot, past, last_day, filter, **files};
    PARTITA_TRY_VALUE(end, request.incremental_export_specification ? write_changes(reading, table, *transfer)
                                                                    : write_items(reading));
    if (end.is_stopped) return {};
    if (end.failure) return fail_by(context, *end.failure);
    auto outcome = (*files)->finish();
    if (!outcome) return fail_by(context, outcome.error());
    context.log.info(
        fmt::format("event=export table={} id={} items={}", transfer->table_name, transfer->arn_name, outcome->items));
    return change_transfer(context, id_, [&](catalog::TransferInfo& now) {
      now.items = outcome->items;
      now.bytes = outcome->bytes;
      now.manifest = outcome->manifest;
      set_end(context, now, BulkOperationStatus::Completed);
    });
  }

  Result<void> fail_by(Context& context, const Error& of_files) const {
    // The requests of a database that stops are abandoned.
    if (context.jobs.stopping()) return {};
    return fail_transfer(context, id_, failure_of(of_files));
  }

  static ExportOrder order_of(Context& context, const catalog::TransferInfo& transfer) {
    const ExportRequest& request = std::get<ExportRequest>(transfer.request);
    ExportOrder order{.arn_name = transfer.arn_name,
                      .table_arn = table_arn(context, transfer.table_name),
                      .table_id = transfer.table_uuid,
                      .started_ms = transfer.started_ms,
                      .export_ms = transfer.export_ms,
                      .bucket = *request.s3_bucket,
                      .prefix = request.s3_prefix,
                      .sse_key = request.s3_sse_kms_key_id};
    order.stops = [&context] { return context.jobs.stopping(); };
    if (request.s3_sse_algorithm) order.sse_algorithm = request.s3_sse_algorithm->value();
    if (request.export_format) order.format = request.export_format->value();
    if (const auto& span = request.incremental_export_specification)
      order.changes = {.from_ms = std::llround(*span->export_from_time * 1000),
                       .to_ms = std::llround(*span->export_to_time * 1000),
                       .view = span->export_view_type->value()};
    return order;
  }

  struct Reading {
    Context& context;
    const storage::Snapshot& snapshot;
    const PastTable past;
    const std::uint32_t last_day;
    const ItemFilter& filter;
    ExportFiles& files;
  };
  struct End {
    bool is_stopped = false;
    std::optional<Error> failure = {};  // of the files
  };

  static Result<End> write_items(const Reading& of) {
    constexpr std::size_t kPassedAtOnce = 4096;
    PastItems items(of.context.store, of.snapshot, of.past, of.last_day);
    std::string shown;
    while (!of.context.jobs.stopping()) {
      std::size_t budget = kPassedAtOnce;
      PARTITA_TRY_VALUE(step, items.next(budget));
      if (step == PastItems::Step::End) return End{};
      if (step == PastItems::Step::Later || !of.filter.takes(items.suffix(), items.item())) continue;
      if (auto added = of.files.add(of.filter.shown(items.item(), shown)); !added) return End{.failure = added.error()};
    }
    return End{.is_stopped = true};
  }

  static Result<End> write_changes(const Reading& of, const catalog::TableInfo& table,
                                   const catalog::TransferInfo& transfer) {
    const auto& span = *std::get<ExportRequest>(transfer.request).incremental_export_specification;
    const bool has_old = *span.export_view_type == ExportViewType::NewAndOldImages;
    ChangedItems items(of.context.store, of.snapshot, of.past, transfer.from, of.last_day);
    std::string old_shown, new_shown;
    while (!of.context.jobs.stopping()) {
      PARTITA_TRY_VALUE(more, items.next());
      if (!more) return End{};
      // The filter sees the latest image, or of a deleted item the one that it had.
      const std::string& latest = items.new_image() ? *items.new_image() : *items.old_image();
      if (!of.filter.takes(items.suffix(), latest)) continue;
      const std::string keys = encoded_keys(table.keys, value::ItemView(latest));
      ExportedChange change{.write_time_us = time_of(items.changed()) * 1000, .keys = keys};
      if (items.old_image() && has_old) change.old_image = of.filter.shown(*items.old_image(), old_shown);
      if (items.new_image()) change.new_image = of.filter.shown(*items.new_image(), new_shown);
      if (auto added = of.files.add(change); !added) return End{.failure = added.error()};
    }
    return End{.is_stopped = true};
  }
};

}  // namespace

std::unique_ptr<Job> make_export_job(keys::TableId export_id) { return std::make_unique<ExportJob>(export_id); }

}  // namespace partita::engine
