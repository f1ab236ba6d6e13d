// ExportTableToPointInTime, DescribeExport and ListExports. The job that writes the files is jobs/export_job.cc.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "catalog/record.h"
#include "engine/backups/find_source.h"
#include "engine/backups/recovery_window.h"
#include "engine/find_table.h"
#include "engine/history/entry.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/pages/key_range.h"
#include "engine/threads/on_executor.h"
#include "engine/transfers/transfer_facts.h"
#include "ops/rules/transfer_rules.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

using ExportRequest = ExportTableToPointInTimeRequest;

std::int64_t export_ms_of(double seconds) {
  constexpr double kFurthest = 1e11;
  return std::llround(std::clamp(seconds, -kFurthest, kFurthest) * 1000);
}

std::string export_time_text(std::int64_t ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(ms / 1000)));
}

template <class... Args>
unexpected<Error> invalid_time(fmt::format_string<Args...> text, Args&&... args) {
  return fail(ErrorCode::InvalidExportTimeException, fmt::format(text, std::forward<Args>(args)...));
}

// The moment of a full export.
Result<void> set_moment(Context& context, const catalog::TableInfo& table, const ExportRequest& request,
                        catalog::TransferInfo& out) {
  if (!table.recovery) return recovery_is_off(table.name);
  if (!request.export_time) {
    SequenceNumbers::Ticket boundary(context.numbers);
    out.moment = boundary.draw(table.history->id);
    out.export_ms = out.started_ms;
    return {};
  }
  const RecoveryWindow window = recovery_window(context, table);
  out.export_ms = export_ms_of(*request.export_time);
  const std::int64_t now_ms = time_of(context.numbers.settled_below());
  if (out.export_ms < window.earliest_s * 1000 || out.export_ms > std::max(now_ms, window.latest_s * 1000))
    return invalid_time("Export Time is invalid");
  if (out.export_ms > std::max(now_ms - context.recovery_delay.count(), window.latest_s * 1000))
    return invalid_time("Point in Time Recovery is not available for specified export time");
  out.moment = std::max(table.recovery->since, first_number_at(out.export_ms));
  return {};
}

// The span of an incremental export. The defaults of the request are filled in.
Result<void> set_span(const Context& context, const catalog::TableInfo& table, catalog::TransferInfo& out) {
  IncrementalExportSpecification& span = *std::get<ExportRequest>(out.request).incremental_export_specification;
  const std::int64_t now_ms = time_of(context.numbers.settled_below());
  const std::int64_t latest_ms = now_ms - context.recovery_delay.count();
  const std::int64_t from_ms = export_ms_of(*span.export_from_time);
  // Whole seconds, as on the service.
  const std::int64_t to_ms = span.export_to_time ? export_ms_of(*span.export_to_time) : latest_ms / 1000 * 1000;
  if (to_ms > now_ms)
    return invalid_time("Incremental export period to time cannot be greater than the current time : {}",
                        export_time_text(now_ms));
  if (from_ms < table.created_ms / 1000 * 1000)
    return invalid_time("Incremental export period from time cannot be less than the table creation time : {}",
                        export_time_text(table.created_ms));
  if (!table.recovery) return recovery_is_off(table.name);
  if (to_ms - from_ms < limits::kShortestExportMs)
    return invalid_time("Difference between export period from time and export period to time is less than 15 minutes");
  if (to_ms - from_ms > limits::kLongestExportMs)
    return invalid_time(
        "Difference between export period from time and export period to time is greater than 24 hours");
  const RecoveryWindow window = recovery_window(context, table);
  if (from_ms < (window.earliest_s - 1) * 1000 || to_ms > latest_ms)
    return invalid_time("Point in Time Recovery is not available for specified export time");
  span.export_to_time = seconds_of(to_ms);
  if (!span.export_view_type) span.export_view_type = ExportViewType::NewAndOldImages;
  out.from = std::max(table.recovery->since, first_number_at(from_ms));
  out.moment = std::max(out.from, first_number_at(to_ms));
  out.export_ms = to_ms;
  return {};
}

// Whether the filter fits the keys of the table.
Result<void> check_filter(const catalog::TableInfo& table, const std::optional<FilterSpecification>& filter) {
  if (!filter || !filter->key_condition_expression) return {};
  PARTITA_TRY_VALUE(parsed, ops::parse_filter(*filter));
  const auto in_filter = [](const std::string& text) {
    return invalid("Invalid Request: Invalid FilterSpecification: " + text);
  };
  if (auto range = key_range(table, nullptr, *parsed.key_condition); !range) return in_filter(range.error().message);
  if (parsed.filter)
    for (const std::string& name : parsed.filter->top_level_names())
      if (table.keys.find(name))
        return in_filter("Filter Expression can only contain non-primary key attributes: Primary key attribute: " +
                         name);
  return {};
}

ExportDescription export_description(const Context& context, const catalog::TransferInfo& transfer) {
  const ExportRequest& request = std::get<ExportRequest>(transfer.request);
  ExportDescription out{
      .export_arn = arn_of(context, transfer),
      .export_status = OpenEnum<ExportStatus>::from_text(to_text(transfer.status)),
      .start_time = seconds_of(transfer.started_ms),
      .end_time = end_of(transfer),
      .export_manifest = text_or_absent(transfer.manifest),
      .table_arn = table_arn(context, transfer.table_name),
      .table_id = transfer.table_uuid,
      .client_token = request.client_token,
      .s3_bucket = request.s3_bucket,
      .s3_bucket_owner = request.s3_bucket_owner,
      .s3_prefix = request.s3_prefix,
      .s3_sse_algorithm = request.s3_sse_algorithm.value_or(S3SseAlgorithm::Aes256),
      .s3_sse_kms_key_id = request.s3_sse_kms_key_id,
      .failure_code = text_or_absent(transfer.failure_code),
      .failure_message = text_or_absent(transfer.failure_message),
      .export_format = request.export_format.value_or(ExportFormat::DynamodbJson),
      .incremental_export_specification = request.incremental_export_specification,
      .filter_specification = request.filter_specification,
  };
  if (request.incremental_export_specification)
    out.export_type = ExportType::IncrementalExport;
  else
    out.export_time = seconds_of(transfer.export_ms);
  if (transfer.status == BulkOperationStatus::Completed) {
    out.item_count = transfer.items;
    out.billed_size_bytes = transfer.bytes;
  }
  return out;
}

Result<ExportTableToPointInTimeResponse> export_table_to_point_in_time_now(Context& context, ExportRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(requested, read_table_arn(context, *request.table_arn));
  const auto no_table = [&] {
    return fail(ErrorCode::TableNotFoundException, "Table not found: " + *request.table_arn);
  };
  if (!requested.region_fits) return no_table();
  auto found = source_table(context, requested.name);
  if (!found && found.error().code == ErrorCode::TableNotFoundException) return no_table();
  if (!found) return unexpected(std::move(found.error()));
  const catalog::TableInfo& table = **found;

  catalog::TransferInfo made = new_transfer(context, request);
  const bool is_incremental = request.incremental_export_specification.has_value();
  // The same request without its defaults, because they change with the time.
  const auto replayed = [&]() -> Result<catalog::TransferPtr> {
    const catalog::TransferPtr earlier = with_token(context, TransferKind::Export, request.client_token);
    if (!earlier) return nullptr;
    catalog::TransferInfo::Request asked = request;
    if (is_incremental) {
      auto& span = *std::get<ExportRequest>(asked).incremental_export_specification;
      const auto& then = std::get<ExportRequest>(earlier->request).incremental_export_specification;
      if (then && !span.export_to_time) span.export_to_time = then->export_to_time;
      if (then && !span.export_view_type) span.export_view_type = ExportViewType::NewAndOldImages;
    }
    if (is_same_request(*earlier, asked)) return earlier;
    return fail(ErrorCode::ExportConflictException,
                "Export conflict: Duplicate request detected with conflicting parameters");
  };
  PARTITA_TRY_VALUE(earlier, replayed());
  if (earlier) return ExportTableToPointInTimeResponse{export_description(context, *earlier)};

  PARTITA_TRY(is_incremental ? set_span(context, table, made) : set_moment(context, table, request, made));
  PARTITA_TRY(check_filter(table, request.filter_specification));
  if (context.files == nullptr) return has_no_files();
  made.table = table.id;
  made.table_name = table.name;
  made.table_uuid = table.uuid;
  made.history = table.history->id;
  catalog::TableInfo recorded = table;
  recorded.stream.reset();
  recorded.policy.reset();
  made.table_record.bytes = catalog::encode_table(recorded);
  // The job reads a snapshot that has all changes before the moment.
  wait_until_settled(context, made.moment);
  catalog::TransferPtr same;
  auto added = context.catalog.add_transfer(made, [&]() -> Result<void> {
    PARTITA_TRY_VALUE(again, replayed());
    same = again;
    if (same) return fail(ErrorCode::ExportConflictException, "");
    const catalog::TablePtr now = context.catalog.find(made.table);
    if (!now) return no_table();
    if (!now->recovery || !now->history || now->history->id != made.history) return recovery_is_off(now->name);
    if (under_way(context, TransferKind::Export) >= limits::kExports)
      return fail(ErrorCode::LimitExceededException,
                  fmt::format("Only {} export operations can be in progress at the same time", limits::kExports));
    return {};
  });
  if (same) return ExportTableToPointInTimeResponse{export_description(context, *same)};
  if (!added) return unexpected(std::move(added.error()));
  context.jobs.wake();
  return ExportTableToPointInTimeResponse{export_description(context, **added)};
}

Result<DescribeExportResponse> describe_export_now(Context& context, DescribeExportRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(found, find_by_arn(context, *request.export_arn, TransferKind::Export));
  return DescribeExportResponse{export_description(context, *found)};
}

Result<ListExportsResponse> list_exports_now(Context& context, ListExportsRequest request) {
  PARTITA_TRY(ops::validate(request));
  // As on the service, the exports of a table that is gone are listed only among those of all tables.
  catalog::TablePtr table;
  if (request.table_arn) {
    PARTITA_TRY_VALUE(requested, read_table_arn(context, *request.table_arn));
    if (requested.region_fits) table = context.catalog.find(requested.name);
  }
  const auto is_listed = [&](const catalog::TransferInfo& transfer) {
    return !request.table_arn || (table && table->id == transfer.table);
  };
  PARTITA_TRY_VALUE(page, page_of(context, TransferKind::Export, request.max_results, request.next_token, is_listed));
  ListExportsResponse response{.next_token = page.next_token};
  for (const catalog::TransferPtr& one : page.transfers) {
    const bool is_incremental = std::get<ExportRequest>(one->request).incremental_export_specification.has_value();
    response.export_summaries.push_back(
        {.export_arn = arn_of(context, *one),
         .export_status = OpenEnum<ExportStatus>::from_text(to_text(one->status)),
         .export_type = is_incremental ? ExportType::IncrementalExport : ExportType::FullExport});
  }
  return response;
}

}  // namespace

void export_table_to_point_in_time(Context& context, ExportTableToPointInTimeRequest request, MayWait may_wait,
                                   Completion<ExportTableToPointInTimeResponse> done) {
  on_executor(context, export_table_to_point_in_time_now, std::move(request), may_wait, std::move(done));
}

void describe_export(Context& context, DescribeExportRequest request, MayWait may_wait,
                     Completion<DescribeExportResponse> done) {
  on_executor(context, describe_export_now, std::move(request), may_wait, std::move(done));
}

void list_exports(Context& context, ListExportsRequest request, MayWait may_wait,
                  Completion<ListExportsResponse> done) {
  on_executor(context, list_exports_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
