#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "base/json_lines.h"
#include "base/try.h"
#include "engine/changes/change.h"
#include "engine/changes/item_keys.h"
#include "engine/commit/commit_pipeline.h"
#include "engine/find_table.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/transfer_job.h"
#include "engine/records/item_hash.h"
#include "ops/rules/item_rules.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::engine {
namespace {

constexpr std::size_t kFilledAtOnceBytes = 256 << 10;
constexpr std::int64_t kLoggedFaults = 10;

constexpr const char* kItemsFailed =
    "Some of the items failed validation checks and were not imported. Please check CloudWatch error logs for more "
    "details.";

// Puts items into a table that no operation can write yet.
class TableFiller {
 public:
  TableFiller(Context& context, catalog::TablePtr table) : context_(context), table_(std::move(table)) {}

  // The fault of an item, or nullopt if it will be put. Errors: InternalServerError, Corruption.
  Result<std::optional<std::string>> add(const AttributeMap& item) {
    auto key = key_of_item(*table_, item);
    if (!key) return std::optional(key.error().message);
    if (value::item_size_bytes(item) > limits::kItemSizeBytes)
      return std::optional<std::string>("Item size has exceeded the maximum allowed size");
    if (keys_.contains(*key)) PARTITA_TRY(flush());
    keys_.insert(*key);
    items_.push_back({*std::move(key), value::encode_item(item)});
    bytes_ += items_.back().image.size();
    if (bytes_ >= kFilledAtOnceBytes) PARTITA_TRY(flush());
    return std::optional<std::string>();
  }

  Result<void> flush() {
    if (items_.empty()) return {};
    std::vector<std::string_view> keys;
    for (const New& item : items_) keys.push_back(item.key);
    PARTITA_TRY_VALUE(there, context_.store.get_many(keys));
    storage::Batch batch;
    // The table has neither a stream nor a history, so no number is drawn.
    SequenceNumbers::Ticket ticket(context_.numbers);
    const Recording recording{ticket, context_.stream_counters, context_.item_hash};
    for (std::size_t i = 0; i < items_.size(); ++i) {
      std::optional<value::ItemView> old;
      if (there[i].state == storage::ReadState::Found) old = value::ItemView(there[i].value.bytes);
      PARTITA_TRY(append_change(context_.store, *table_, items_[i].key, old, value::ItemView(items_[i].image),
                                recording, batch));
    }
    PARTITA_TRY(context_.commits.write_lazily(batch));
    items_.clear();
    keys_.clear();
    bytes_ = 0;
    return {};
  }

 private:
  struct New {
    std::string key;
    std::string image;
  };
  Context& context_;
  const catalog::TablePtr table_;
  std::vector<New> items_;
  std::set<std::string> keys_;  // of items_, because a batch must not change an item twice
  std::size_t bytes_ = 0;
};

class ImportJob final : public TransferJob {
 public:
  explicit ImportJob(keys::TableId id) : TransferJob(id) {}
  ~ImportJob() override { join(); }

 private:
  Result<void> attempt(Context& context) override {
    const catalog::TransferPtr transfer = context.catalog.find_transfer(id_);
    if (!transfer || !transfer->goes_on()) return {};
    counts_ = *transfer;
    if (transfer->has_read_all) return finish(context, *transfer);
    const catalog::TablePtr table = table_of_import(context, *transfer);
    if (!table) return fail_transfer(context, id_, {"TableNotFound", "The table of the import was deleted"});
    InputOrder order = order_of(*table, std::get<ImportTableRequest>(transfer->request));
    order.stops = [&context] { return context.jobs.stopping(); };
    auto input = context.files->open_input(order);
    if (!input) return refuse(context, input.error());
    auto objects = (*input)->list();
    if (!objects && context.jobs.stopping()) return {};
    if (!objects) return refuse(context, objects.error());
    counts_.bytes_in_all = 0;
    for (const InputObject& object : *objects) counts_.bytes_in_all += static_cast<std::int64_t>(object.size_bytes);
    TableFiller filler(context, table);
    for (const InputObject& object : *objects) {
      if (!counts_.done_key.empty() && object.key <= counts_.done_key) continue;
      PARTITA_TRY_VALUE(is_done, read_object(context, **input, object, filler));
      if (!is_done) return {};
      counts_.bytes += static_cast<std::int64_t>(object.size_bytes);
      counts_.done_key = object.key;
      PARTITA_TRY(checkpoint(context));
    }
    counts_.has_read_all = true;
    PARTITA_TRY(checkpoint(context));
    return finish(context, counts_);
  }

  static InputOrder order_of(const catalog::TableInfo& table, const ImportTableRequest& request) {
    InputOrder order{.bucket = *request.s3_bucket_source->s3_bucket,
                     .prefix = request.s3_bucket_source->s3_key_prefix.value_or(""),
                     .format = request.input_format->value(),
                     .ends_at_malformed = true};
    if (request.input_compression_type) order.compression = request.input_compression_type->value();
    if (request.input_format_options && request.input_format_options->csv) {
      const CsvOptions& csv = *request.input_format_options->csv;
      if (csv.delimiter) order.delimiter = csv.delimiter->front();
      if (csv.header_list) order.columns = *csv.header_list;
    }
    for (const AttributeDefinition& definition : table.attribute_definitions)
      order.types.emplace(*definition.attribute_name, definition.attribute_type->value());
    return order;
  }

  // The bucket cannot be read, so no table remains, as on the service.
  Result<void> refuse(Context& context, const Error& of_files) { return give_up(context, failure_of(of_files)); }

  // A table that stays CREATING could not be used or deleted.
  Result<void> give_up(Context& context, const TransferFailure& failure) override {
    if (auto removed = context.catalog.remove(counts_.table);
        !removed && removed.error().code != ErrorCode::ResourceNotFoundException)
      return unexpected(removed.error());
    context.jobs.wake();
    return fail_transfer(context, id_, failure);
  }

  // Returns false if the work must stop.
  Result<bool> read_object(Context& context, InputFiles& input, const InputObject& object, TableFiller& filler) {
    const auto note_fault = [&](std::uint64_t line, const std::string& fault) {
      if (++counts_.errors <= kLoggedFaults)
        context.log.warning(fmt::format("event=import_fault table={} object={} line={} fault={}", counts_.table_name,
                                        base::json_text(object.key), line, base::json_text(fault)));
    };
    auto records = input.open(object.key);
    if (!records && context.jobs.stopping()) return false;
    if (!records && is_of_store(records.error())) {
      PARTITA_TRY(refuse(context, records.error()));
      return false;
    }
    if (!records) {
      // It was removed since it was listed, or cannot be read.
      note_fault(0, records.error().message);
      ++counts_.records;
      return true;
    }
    InputRecord record;
    for (std::int64_t count = 0;; ++count) {
      // The table is gone with its account, or the database stops.
      if (context.jobs.stopping() || (count % 4096 == 0 && !table_of_import(context, counts_))) return false;
      auto more = (*records)->next(record);
      if (!more && context.jobs.stopping()) return false;
      if (!more && is_of_store(more.error())) {
        PARTITA_TRY(refuse(context, more.error()));
        return false;
      }
      if (!more) {
        note_fault(0, more.error().message);
        ++counts_.records;
        break;
      }
      if (!*more) break;
      ++counts_.records;
      if (record.kind != InputRecord::Kind::Item) {
        note_fault(record.line, record.fault);
        continue;
      }
      PARTITA_TRY_VALUE(fault, filler.add(record.item));
      if (fault)
        note_fault(record.line, *fault);
      else
        ++counts_.items;
    }
    PARTITA_TRY(filler.flush());
    return true;
  }

  // The record is synced, and with it the items that were written before.
  Result<void> checkpoint(Context& context) const {
    return change_transfer(context, id_, [&](catalog::TransferInfo& now) {
      const BulkOperationStatus status = now.status;
      now = counts_;
      now.status = status;
    });
  }

  // The table becomes ACTIVE first, so that it can be used as soon as the import has ended.
  Result<void> finish(Context& context, const catalog::TransferInfo& counts) const {
    const auto changed = context.catalog.update(counts.table, [&](catalog::TableInfo& now) -> Result<void> {
      // A crash may have come between this change and the end of the import. The table may be deleted since then.
      if (now.import != id_ || now.status == TableStatus::Deleting)
        return fail(ErrorCode::ResourceNotFoundException, "");
      now.import = 0;
      now.status = TableStatus::Active;
      now.status_until_ms = 0;
      return {};
    });
    if (!changed && changed.error().code != ErrorCode::ResourceNotFoundException) return unexpected(changed.error());
    context.log.info(fmt::format("event=import table={} id={} items={} errors={}", counts.table_name, counts.arn_name,
                                 counts.items, counts.errors));
    if (counts.errors > 0) return fail_transfer(context, id_, {"ItemValidationError", kItemsFailed});
    return change_transfer(context, id_,
                           [&](catalog::TransferInfo& now) { set_end(context, now, BulkOperationStatus::Completed); });
  }

  catalog::TransferInfo counts_;
};

}  // namespace

std::unique_ptr<Job> make_import_job(keys::TableId import_id) { return std::make_unique<ImportJob>(import_id); }

}  // namespace partita::engine
