#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/lack_of_memory.h"
#include "base/try.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/transfer_jobs.h"
#include "engine/jobs/worker_job.h"
#include "engine/operations.h"
#include "value/size.h"

namespace partita::engine {
namespace {

using BulkClock = std::chrono::steady_clock;

// The puts that are on their way at a time, and the bytes of a report.
constexpr std::size_t kPutsAtOnce = 128;
constexpr std::size_t kPutBytesAtOnce = 8 << 20;
constexpr std::size_t kReportBytes = 4 << 20;
// After a crash the records since the last checkpoint are put again.
constexpr std::int64_t kRecordsOfCheckpoint = 20'000;
constexpr std::chrono::seconds kTimeOfCheckpoint{2};
constexpr std::chrono::milliseconds kAhead{100};  // by which the puts may be ahead of their pace
constexpr std::chrono::milliseconds kLook{50};    // how often the job looks whether it must end

// Holds the puts back to a number of write units a second.
class Pace {
 public:
  explicit Pace(const OptionalInteger& units_per_second) : units_per_second_(units_per_second) {}
  // The time before which no more puts may begin, after a put of so many bytes.
  BulkClock::time_point next_after(std::size_t bytes) {
    if (!units_per_second_) return {};
    const auto units = static_cast<double>((bytes + 1023) / 1024);
    const auto taken = std::chrono::duration_cast<BulkClock::duration>(
        std::chrono::duration<double>(units / static_cast<double>(*units_per_second_)));
    next_ = std::max(next_, BulkClock::now()) + taken;
    return next_;
  }

 private:
  const OptionalInteger units_per_second_;
  BulkClock::time_point next_{};
};

// The puts that are on their way. Completions come on any thread.
class Puts {
 public:
  struct Put {
    PutItemRequest request;
    std::size_t bytes = 0;
    std::uint64_t line = 0;
  };
  struct Ended {
    Put put;
    std::optional<Error> error;
  };

  Puts() { ended_.reserve(2 * kPutsAtOnce); }
  // Waits for the puts, whose completions use this object.
  ~Puts() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ == 0; });
  }

  void begin(Context& context, Put put) {
    {
      const std::lock_guard lock(mutex_);
      ++count_;
      bytes_ += put.bytes;
    }
    const auto ending = std::make_shared<Ending>(*this, std::move(put));
    put_item(context, ending->put.request, MayWait::No, [ending](Result<PutItemResponse> outcome) {
      ending->end(outcome ? std::optional<Error>() : std::move(outcome.error()));
    });
  }
  std::vector<Ended> take_ended() {
    std::vector<Ended> taken;
    // So that a put can end without memory.
    taken.reserve(2 * kPutsAtOnce);
    const std::lock_guard lock(mutex_);
    taken.swap(ended_);
    return taken;
  }
  bool is_full() const {
    const std::lock_guard lock(mutex_);
    return count_ >= kPutsAtOnce || bytes_ >= kPutBytesAtOnce;
  }
  bool is_idle() const {
    const std::lock_guard lock(mutex_);
    return count_ == 0 && ended_.empty();
  }
  // Waits until a put has ended or some time has passed.
  void wait_a_little() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLook, [this] { return !ended_.empty(); });
  }

 private:
  // Ends a put once. A completion that found too little memory is destroyed without a call.
  struct Ending {
    Ending(Puts& of, Put one) : owner(of), put(std::move(one)) {}
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    ~Ending() {
      if (!has_ended) end(base::lack_of_memory());
    }
    void end(std::optional<Error> error) {
      const std::lock_guard lock(owner.mutex_);
      has_ended = true;
      --owner.count_;
      owner.bytes_ -= put.bytes;
      owner.ended_.push_back({std::move(put), std::move(error)});
      owner.changed_.notify_all();
    }

    Puts& owner;
    Put put;
    bool has_ended = false;
  };

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t count_ = 0, bytes_ = 0;  // guarded by mutex_, like all below
  std::vector<Ended> ended_;
};

class BulkJob final : public WorkerJob {
 public:
  explicit BulkJob(keys::TableId id) : id_(id) {}
  ~BulkJob() override { join(); }

 private:
  enum class Ends : std::uint8_t { No, Stopped, Cancelled, Failed };

  Result<void> work(Context& context) override {
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
    if (!input) return fail_transfer(context, id_, failure_of(input.error()));
    auto objects = (*input)->list();
    if (!objects) return fail_transfer(context, id_, failure_of(objects.error()));
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

  // ---- records

  Result<void> put_object(Context& context, InputFiles& input, const InputObject& object) {
    key_ = object.key;
    // Another object than the one that was interrupted is put from its beginning.
    if (counts_.partial_key != key_) counts_.done_records = 0;
    counts_.partial_key = key_;
    auto records = input.open(object.key);
    if (!records && is_of_store(records.error())) {
      fail_with(failure_of(records.error()));
    } else if (!records) {
      note_fault({.key = key_, .code = "UnreadableObject", .message = "The object cannot be read"});
    } else {
      PARTITA_TRY(put_records(context, **records));
    }
    PARTITA_TRY(settle(context));
    if (ends_ != Ends::No) return {};
    counts_.bytes += static_cast<std::int64_t>(object.size_bytes);
    counts_.done_key = object.key;
    counts_.done_records = 0;
    return checkpoint(context);
  }

  Result<void> put_records(Context& context, InputRecords& records) {
    InputRecord record;
    std::int64_t skipped = 0;
    std::int64_t since = 0;
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
      if (++since < kRecordsOfCheckpoint && BulkClock::now() - begun < kTimeOfCheckpoint) continue;
      PARTITA_TRY(settle(context));
      if (ends_ != Ends::No) break;
      counts_.done_records += since;
      skipped = counts_.done_records;
      PARTITA_TRY(checkpoint(context));
      since = 0;
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
    if (ends_ == Ends::No) failure_ = std::move(failure);
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
      if (ends_ == Ends::No) failure_ = {"TableNotFound", error.message};
      ends_ = Ends::Failed;
      return {};
    }
    if (!describe(error.code).retryable) {
      if (ends_ == Ends::No) failure_ = {"InternalError", error.message};
      ends_ = Ends::Failed;
      return {};
    }
    note_ends(context);
    if (ends_ != Ends::No) return {};
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
    if (!now)
      ends_ = Ends::Stopped;
    else if (now->status == BulkOperationStatus::Cancelling)
      ends_ = Ends::Cancelled;
  }

  // ---- reports

  void note_fault(ReportedRecord report) {
    ++counts_.records;
    ++counts_.errors;
    if (reports_errors_) add_report(std::move(report));
  }

  void add_report(ReportedRecord report) {
    report_bytes_ += 256 + report.text.size() + value::item_size_bytes(report.item) + report.message.size() +
                     (report.existing ? report.existing->bytes().size() : 0);
    reports_.push_back(std::move(report));
  }

  Result<void> write_reports(Context& context) {
    if (reports_.empty()) return {};
    const OutputS3Configuration& to = *request_->output_s3_configuration;
    std::string key = to.s3_key_prefix.value_or("");
    if (!key.empty() && !key.ends_with('/')) key += '/';
    key += fmt::format("AWSDynamoDB/{}/reports/{:08}.json", counts_.arn_name, counts_.reports);
    const std::string bucket = to.s3_bucket.value_or(*request_->input_s3_configuration->s3_bucket);
    if (auto written = context.files->write_report(bucket, key, reports_); !written) {
      if (ends_ == Ends::No) failure_ = failure_of(written.error());
      ends_ = Ends::Failed;
    }
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
  int refusals_ = 0;  // by a store with a failure, since the last success
  Ends ends_ = Ends::No;
  TransferFailure failure_;
  std::vector<ReportedRecord> reports_;
  std::size_t report_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Job> make_bulk_job(keys::TableId bulk_id) { return std::make_unique<BulkJob>(bulk_id); }

}  // namespace partita::engine
