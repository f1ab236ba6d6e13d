#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/try.h"
#include "engine/jobs/bulk_puts.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/transfer_job.h"
#include "value/size.h"

namespace partita::engine {
namespace {

constexpr std::size_t kReportBytes = 4 << 20;
// After a crash the records since the last checkpoint are put again.
constexpr std::int64_t kRecordsOfCheckpoint = 20'000;
constexpr std::chrono::seconds kTimeOfCheckpoint{2};
// Reports are written for so long after a cancellation.
constexpr std::chrono::seconds kLastReports{1};
constexpr std::chrono::milliseconds kAhead{100};  // by which the puts may be ahead of their pace

// One attempt, which begins at the last checkpoint.
class BulkAttempt {
 public:
  explicit BulkAttempt(keys::TableId id) : id_(id) {}

  Result<void> run(Context& context) {
    const catalog::TransferPtr transfer = context.catalog.find_transfer(id_);
    if (!transfer || !transfer->goes_on()) return {};
    counts_ = *transfer;
    transfer_ = transfer;
    request_ = &std::get<StartBulkPutItemsRequest>(transfer->request);
    const InputS3Configuration& from = *request_->input_s3_configuration;
    const OutputS3Configuration& to = *request_->output_s3_configuration;
    const auto reports = [&](std::string_view type) {
      return std::ranges::find(*to.output_type, type) != to.output_type->end();
    };
    reports_errors_ = reports("ERROR");
    reports_conditions_ = reports("CONDITION_CHECK_FAILURE");
    pace_.emplace(request_->max_write_request_units);
    InputOrder order{.bucket = *from.s3_bucket, .prefix = from.s3_key_prefix.value_or("")};
    if (*from.input_format == BulkOperationInputFormat::Ion) order.format = InputFormat::Ion;
    if (from.input_compression_type) order.compression = from.input_compression_type->value();
    order.stops = [this, &context] {
      note_ends(context);
      return ends_ != Ends::No;
    };
    note_ends(context);
    if (ends_ != Ends::No) return finish(context);
    auto input = context.files->open_input(order);
    if (!input) return fail_by(context, input.error());
    auto objects = (*input)->list();
    if (!objects) return fail_by(context, objects.error());
    // Before the first put, so that no report is lost.
    if (reports_errors_ || reports_conditions_) {
      auto there = context.files->has_bucket(report_bucket(), report_folder(), order.stops);
      if (!there) return fail_by(context, there.error());
      if (!*there)
        return fail_by(context, {ErrorCode::ResourceNotFoundException,
                                 "the bucket of the reports, " + report_bucket() + ", does not exist"});
    }
    counts_.bytes_in_all = 0;
    for (const InputObject& object : *objects) counts_.bytes_in_all += static_cast<std::int64_t>(object.size_bytes);
    PARTITA_TRY(checkpoint(context));
    for (const InputObject& object : *objects) {
      if (!counts_.done_key.empty() && object.key <= counts_.done_key) continue;
      PARTITA_TRY(put_object(context, **input, object));
      if (ends_ != Ends::No) break;
    }
    return finish(context);
  }

 private:
  enum class Ends : std::uint8_t { No, Stopped, Cancelled, Failed };

  Result<void> fail_by(Context& context, const Error& of_files) {
    // The requests of an operation that must end are abandoned.
    note_ends(context);
    fail_with(failure_of(of_files));
    return finish(context);
  }

  // ---- records

  Result<void> put_object(Context& context, InputFiles& input, const InputObject& object) {
    key_ = object.key;
    // Another object than the one that was interrupted is put from its beginning.
    if (counts_.partial_key != key_) counts_.done_records = 0;
    counts_.partial_key = key_;
    auto records = input.open(object.key);
    if (!records && is_of_store(records.error())) {
      note_ends(context);
      fail_with(failure_of(records.error()));
    } else if (!records) {
      note_fault({.key = key_, .code = "UnreadableObject", .message = "The object cannot be read"});
    } else {
      PARTITA_TRY(put_records(context, **records));
    }
    PARTITA_TRY(settle(context));
    if (ends_ == Ends::Stopped) return keep_place(context);
    if (ends_ != Ends::No) return {};
    counts_.bytes += static_cast<std::int64_t>(object.size_bytes);
    counts_.done_key = object.key;
    counts_.done_records = 0;
    return checkpoint(context);
  }

  // Notes the records of a database that ends in good order, so that they are not put again.
  Result<void> keep_place(Context& context) {
    if (has_dropped_ || !reports_.empty()) return {};
    counts_.done_records += since_;
    since_ = 0;
    return checkpoint(context);
  }

  Result<void> put_records(Context& context, InputRecords& records) {
    InputRecord record;
    std::int64_t skipped = 0;
    since_ = 0;
    auto begun = BulkClock::now();
    while (ends_ == Ends::No) {
      auto more = records.next(record);
      if (!more) {
        // The reader ends early if the job must.
        note_ends(context);
        if (ends_ == Ends::No && is_of_store(more.error())) fail_with(failure_of(more.error()));
        if (ends_ != Ends::No) break;
        note_fault(
            {.key = key_, .line = record.line, .code = "UnreadableObject", .message = "The object cannot be read"});
        break;
      }
      if (!*more) break;
      if (skipped < counts_.done_records) {
        ++skipped;
        continue;
      }
      PARTITA_TRY(take(context, record));
      if (++since_ < kRecordsOfCheckpoint && BulkClock::now() - begun < kTimeOfCheckpoint) continue;
      PARTITA_TRY(settle(context));
      if (ends_ != Ends::No) break;
      counts_.done_records += since_;
      since_ = 0;
      skipped = counts_.done_records;
      PARTITA_TRY(checkpoint(context));
      begun = BulkClock::now();
    }
    return {};
  }

  Result<void> take(Context& context, InputRecord& record) {
    if (record.kind != InputRecord::Kind::Item) {
      note_fault({.key = key_,
                  .line = record.line,
                  .text = std::string(record.text.substr(0, kReportBytes)),
                  .code = "MalformedRecord",
                  .message = record.fault});
      return {};
    }
    // Another table may have the name by now.
    if (const auto table = context.catalog.find(counts_.table_name); !table || table->id != counts_.table) {
      fail_with({"TableNotFound", "The table of the operation was deleted"});
      return {};
    }
    Puts::Put put;
    put.bytes = value::item_size_bytes(record.item);
    put.line = record.line;
    put.request.table_name = counts_.table_name;
    put.request.item = std::move(record.item);
    put.request.condition_expression = std::move(record.condition_expression);
    put.request.expression_attribute_names = std::move(record.expression_attribute_names);
    put.request.expression_attribute_values = std::move(record.expression_attribute_values);
    if (reports_conditions_ && put.request.condition_expression)
      put.request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::AllOld;
    const BulkClock::time_point next = pace_->next_after(put.bytes);
    puts_.begin(context, std::move(put));
    while (ends_ == Ends::No && (puts_.is_full() || BulkClock::now() + kAhead < next)) {
      puts_.wait_a_little();
      PARTITA_TRY(look(context));
    }
    return look(context);
  }

  void fail_with(TransferFailure failure) {
    if (ends_ != Ends::No) return;
    failure_ = std::move(failure);
    ends_ = Ends::Failed;
  }

  // Takes the outcomes of the puts that have ended, and begins those again that were refused for now.
  Result<void> look(Context& context) {
    for (Puts::Ended& ended : puts_.take_ended()) {
      if (!ended.error) {
        ++counts_.records;
        ++counts_.items;
        counts_.put_bytes += static_cast<std::int64_t>(ended.put.bytes);
        refusals_ = 0;
        continue;
      }
      PARTITA_TRY(take_error(context, std::move(ended)));
    }
    if (report_bytes_ >= kReportBytes) return write_reports(context);
    note_ends(context);
    return {};
  }

  Result<void> take_error(Context& context, Puts::Ended ended) {
    Error& error = *ended.error;
    ReportedRecord report{.key = key_, .line = ended.put.line, .message = error.message};
    if (error.code == ErrorCode::ConditionalCheckFailedException) {
      ++counts_.records;
      ++counts_.failed_conditions;
      if (!reports_conditions_) return {};
      report.code = "ConditionalCheckFailed";
      report.item = std::move(*ended.put.request.item);
      report.existing = std::move(error.item);
      add_report(std::move(report));
      return {};
    }
    if (error.code == ErrorCode::ValidationException ||
        error.code == ErrorCode::ItemCollectionSizeLimitExceededException) {
      report.code = "ItemValidationError";
      report.item = std::move(*ended.put.request.item);
      note_fault(std::move(report));
      return {};
    }
    if (error.code == ErrorCode::ResourceNotFoundException) {
      // The table is gone, or is being deleted.
      fail_with({"TableNotFound", error.message});
      return {};
    }
    if (!describe(error.code).retryable) {
      fail_with({"InternalError", error.message});
      return {};
    }
    note_ends(context);
    if (ends_ != Ends::No) {
      has_dropped_ = true;
      return {};
    }
    // Throttled, or the store has a failure from which it may heal. Puts may be repeated.
    if (error.code == ErrorCode::InternalServerError && ++refusals_ > 100) return unexpected(std::move(error));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    puts_.begin(context, std::move(ended.put));
    return {};
  }

  // Waits until no put is on its way.
  Result<void> settle(Context& context) {
    while (!puts_.is_idle()) {
      puts_.wait_a_little();
      PARTITA_TRY(look(context));
    }
    return write_reports(context);
  }

  void note_ends(const Context& context) {
    if (ends_ != Ends::No) return;
    if (context.jobs.stopping()) {
      ends_ = Ends::Stopped;
      return;
    }
    const catalog::TransferPtr now = context.catalog.find_transfer(id_);
    if (!now) {
      ends_ = Ends::Stopped;
    } else if (now->status == BulkOperationStatus::Cancelling) {
      ends_ = Ends::Cancelled;
      cancelled_ = BulkClock::now();
    }
  }

  // ---- reports

  void note_fault(ReportedRecord report) {
    ++counts_.records;
    ++counts_.errors;
    if (reports_errors_) add_report(std::move(report));
  }

  std::string report_bucket() const {
    return request_->output_s3_configuration->s3_bucket.value_or(*request_->input_s3_configuration->s3_bucket);
  }
  std::string report_folder() const {
    std::string folder = request_->output_s3_configuration->s3_key_prefix.value_or("");
    if (!folder.empty() && !folder.ends_with('/')) folder += '/';
    return folder.append("AWSDynamoDB/").append(counts_.arn_name).append("/reports/");
  }

  void add_report(ReportedRecord report) {
    report_bytes_ += 256 + report.text.size() + value::item_size_bytes(report.item) + report.message.size() +
                     (report.existing ? report.existing->bytes().size() : 0);
    reports_.push_back(std::move(report));
  }

  Result<void> write_reports(Context& context) {
    // The records since the last checkpoint will be put again.
    if (reports_.empty() || ends_ == Ends::Stopped) return {};
    const std::string key = report_folder() + fmt::format("{:08}.json", counts_.reports);
    const Stops stops = [this, &context] {
      note_ends(context);
      return ends_ == Ends::Stopped || (ends_ == Ends::Cancelled && BulkClock::now() - cancelled_ > kLastReports);
    };
    if (auto written = context.files->write_report(report_bucket(), key, reports_, stops); !written)
      fail_with(failure_of(written.error()));
    ++counts_.reports;
    reports_.clear();
    report_bytes_ = 0;
    return {};
  }

  // ---- the description

  // All records that were taken are settled, so the description and the items agree.
  Result<void> checkpoint(Context& context) const {
    return change_transfer(context, id_, [&](catalog::TransferInfo& now) {
      const BulkOperationStatus status = now.status;
      now = counts_;
      now.status = status;
    });
  }

  Result<void> finish(Context& context) {
    if (ends_ == Ends::Stopped) return {};
    PARTITA_TRY(checkpoint(context));
    context.log.info(fmt::format("event=bulk_put table={} id={} items={} errors={} failed_conditions={}",
                                 counts_.table_name, counts_.arn_name, counts_.items, counts_.errors,
                                 counts_.failed_conditions));
    if (ends_ == Ends::Failed) return fail_transfer(context, id_, failure_);
    return change_transfer(context, id_, [&](catalog::TransferInfo& now) {
      if (ends_ == Ends::Cancelled) {
        now.failure_code = "OperationCancelled";
        now.failure_message = "The bulk operation was cancelled by a request";
        return set_end(context, now, BulkOperationStatus::Cancelled);
      }
      set_end(context, now, now.errors > 0 ? BulkOperationStatus::CompletedWithErrors : BulkOperationStatus::Completed);
    });
  }

  const keys::TableId id_;
  catalog::TransferPtr transfer_;                      // as it was at the start
  const StartBulkPutItemsRequest* request_ = nullptr;  // of transfer_
  catalog::TransferInfo counts_;
  std::string key_;  // of the object that is read
  bool reports_errors_ = false, reports_conditions_ = false;
  std::optional<Pace> pace_;
  Puts puts_;
  std::int64_t since_ = 0;    // the records that were taken since the last checkpoint
  bool has_dropped_ = false;  // a put that was refused for now is not tried again, because the job ends
  int refusals_ = 0;          // by a store with a failure, since the last success
  Ends ends_ = Ends::No;
  BulkClock::time_point cancelled_{};
  TransferFailure failure_;
  std::vector<ReportedRecord> reports_;
  std::size_t report_bytes_ = 0;
};

class BulkJob final : public TransferJob {
 public:
  explicit BulkJob(keys::TableId id) : TransferJob(id) {}
  ~BulkJob() override { join(); }

 private:
  Result<void> attempt(Context& context) override { return BulkAttempt(id_).run(context); }
};

}  // namespace

std::unique_ptr<Job> make_bulk_job(keys::TableId bulk_id) { return std::make_unique<BulkJob>(bulk_id); }

}  // namespace partita::engine
