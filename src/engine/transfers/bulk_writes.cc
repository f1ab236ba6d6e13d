// StartBulkPutItems, DescribeBulkOperation, ListBulkOperations and CancelBulkOperation. The job that puts the items is
// jobs/bulk_job.cc.
#include <fmt/format.h>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/threads/on_executor.h"
#include "engine/transfers/transfer_facts.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

BulkOperationDescription bulk_description(const Context& context, const catalog::TransferInfo& transfer) {
  const StartBulkPutItemsRequest& request = std::get<StartBulkPutItemsRequest>(transfer.request);
  BulkOperationDescription out{
      .bulk_operation_arn = arn_of(context, transfer),
      .bulk_operation_status = transfer.status,
      .table_details =
          std::vector<BulkOperationTableDetail>{{.table_name = transfer.table_name, .table_id = transfer.table_uuid}},
      .client_token = request.client_token,
      .input_s3_configuration = request.input_s3_configuration,
      .output_s3_configuration = request.output_s3_configuration,
      .start_time = seconds_of(transfer.started_ms),
      .end_time = end_of(transfer),
      .processed_item_count = transfer.records,
      .processed_input_bytes = transfer.bytes,
      .bulk_operation_usage =
          std::vector<BulkOperationUsage>{{.table_name = transfer.table_name,
                                           .bulk_put_bytes = transfer.put_bytes,
                                           .table = BulkOperationBytes{.bulk_put_bytes = transfer.put_bytes}}},
      .failed_item_count = transfer.errors,
      .failure_code = text_or_absent(transfer.failure_code),
      .failure_message = text_or_absent(transfer.failure_message),
      .max_write_request_units = request.max_write_request_units,
      .performance_tier = request.performance_tier.value_or(BulkOperationPerformanceTier::Standard)};
  if (transfer.bytes_in_all != 0 || !transfer.goes_on()) out.total_input_bytes = transfer.bytes_in_all;
  return out;
}

Result<catalog::TransferPtr> replayed_bulk(const Context& context, const StartBulkPutItemsRequest& request) {
  const catalog::TransferPtr earlier = with_token(context, TransferKind::BulkPut, request.client_token);
  if (!earlier || is_same_request(*earlier, request)) return earlier;
  return fail(ErrorCode::IdempotentParameterMismatchException,
              "Duplicate request detected with conflicting parameters");
}

Result<StartBulkPutItemsResponse> start_bulk_put_items_now(Context& context, StartBulkPutItemsRequest request) {
  PARTITA_TRY_VALUE(table, requested_table(context, request, "StartBulkPutItems"));
  PARTITA_TRY_VALUE(earlier, replayed_bulk(context, request));
  if (earlier) return StartBulkPutItemsResponse{bulk_description(context, *earlier)};
  const TableStatus status = status_of(context, *table);
  if (status != TableStatus::Active && status != TableStatus::Updating)
    return fail(ErrorCode::ResourceInUseException,
                fmt::format("Attempt to change a resource which is still in use: Table is {}: {}",
                            status == TableStatus::Creating ? "being created" : "being deleted", table->name));
  if (context.files == nullptr) return has_no_files();
  catalog::TransferInfo made = new_transfer(context, request);
  made.table = table->id;
  made.table_name = table->name;
  made.table_uuid = table->uuid;
  catalog::TransferPtr same;
  auto added = context.catalog.add_transfer(std::move(made), [&]() -> Result<void> {
    PARTITA_TRY_VALUE(again, replayed_bulk(context, request));
    same = again;
    if (same) return fail(ErrorCode::IdempotentParameterMismatchException, "");
    if (under_way(context, TransferKind::BulkPut) >= limits::kImports)
      return fail(ErrorCode::LimitExceededException,
                  fmt::format("Only {} bulk operations can be in progress at the same time", limits::kImports));
    return {};
  });
  if (same) return StartBulkPutItemsResponse{bulk_description(context, *same)};
  if (!added) return unexpected(std::move(added.error()));
  context.jobs.wake();
  return StartBulkPutItemsResponse{bulk_description(context, **added)};
}

Result<DescribeBulkOperationResponse> describe_bulk_operation_now(Context& context,
                                                                  DescribeBulkOperationRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(found, find_by_arn(context, *request.bulk_operation_arn, TransferKind::BulkPut));
  return DescribeBulkOperationResponse{bulk_description(context, *found)};
}

Result<ListBulkOperationsResponse> list_bulk_operations_now(Context& context, ListBulkOperationsRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(page, page_of(context, TransferKind::BulkPut, request.max_results, request.next_token,
                                  [](const catalog::TransferInfo&) { return true; }));
  ListBulkOperationsResponse response{.next_token = page.next_token};
  for (const catalog::TransferPtr& one : page.transfers)
    response.bulk_operations_summary_list.push_back({.bulk_operation_arn = arn_of(context, *one),
                                                     .bulk_operation_status = one->status,
                                                     .start_time = seconds_of(one->started_ms),
                                                     .end_time = end_of(*one)});
  return response;
}

// The job looks at the status, and ends.
Result<CancelBulkOperationResponse> cancel_bulk_operation_now(Context& context, CancelBulkOperationRequest request) {
  PARTITA_TRY(ops::validate(request));
  const std::string& arn = *request.bulk_operation_arn;
  PARTITA_TRY_VALUE(found, find_by_arn(context, arn, TransferKind::BulkPut));
  PARTITA_TRY_VALUE(
      changed, context.catalog.update_transfer(found->id, [&](catalog::TransferInfo& now) -> Result<void> {
        if (!now.goes_on())
          return invalid(fmt::format("Invalid Request: The bulk operation has ended with the status {}: {}",
                                     to_text(now.status), arn));
        now.status = BulkOperationStatus::Cancelling;
        return {};
      }));
  context.jobs.wake();
  return CancelBulkOperationResponse{.bulk_operation_arn = arn, .bulk_operation_status = changed->status};
}

}  // namespace

void start_bulk_put_items(Context& context, StartBulkPutItemsRequest request, MayWait may_wait,
                          Completion<StartBulkPutItemsResponse> done) {
  on_executor(context, start_bulk_put_items_now, std::move(request), may_wait, std::move(done));
}

void describe_bulk_operation(Context& context, DescribeBulkOperationRequest request, MayWait may_wait,
                             Completion<DescribeBulkOperationResponse> done) {
  on_executor(context, describe_bulk_operation_now, std::move(request), may_wait, std::move(done));
}

void list_bulk_operations(Context& context, ListBulkOperationsRequest request, MayWait may_wait,
                          Completion<ListBulkOperationsResponse> done) {
  on_executor(context, list_bulk_operations_now, std::move(request), may_wait, std::move(done));
}

void cancel_bulk_operation(Context& context, CancelBulkOperationRequest request, MayWait may_wait,
                           Completion<CancelBulkOperationResponse> done) {
  on_executor(context, cancel_bulk_operation_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
