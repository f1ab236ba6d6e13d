// ImportTable, DescribeImport and ListImports. The job that fills the table is jobs/import_job.cc.
#include <fmt/format.h>

#include "base/try.h"
#include "engine/find_table.h"
#include "engine/jobs/jobs.h"
#include "engine/operations.h"
#include "engine/tables/define_table.h"
#include "engine/threads/on_executor.h"
#include "engine/transfers/transfer_facts.h"
#include "ops/rules/transfer_rules.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

// As the service, it shows the owner of the bucket also if the request lacks it.
S3BucketSource source_of(const Context& context, const ImportTableRequest& request) {
  S3BucketSource source = *request.s3_bucket_source;
  if (!source.s3_bucket_owner) source.s3_bucket_owner = context.account;
  return source;
}

ImportTableDescription import_description(const Context& context, const catalog::TransferInfo& transfer) {
  const ImportTableRequest& request = std::get<ImportTableRequest>(transfer.request);
  return {.import_arn = arn_of(context, transfer),
          .import_status = OpenEnum<ImportStatus>::from_text(to_text(transfer.status)),
          .table_arn = table_arn(context, transfer.table_name),
          .table_id = transfer.table_uuid,
          .client_token = request.client_token,
          .s3_bucket_source = source_of(context, request),
          .error_count = transfer.errors,
          .input_format = request.input_format,
          .input_format_options = request.input_format_options,
          .input_compression_type = request.input_compression_type.value_or(InputCompressionType::None),
          .table_creation_parameters = request.table_creation_parameters,
          .start_time = seconds_of(transfer.started_ms),
          .end_time = end_of(transfer),
          .processed_size_bytes = transfer.bytes,
          .processed_item_count = transfer.records,
          .imported_item_count = transfer.items,
          .failure_code = text_or_absent(transfer.failure_code),
          .failure_message = text_or_absent(transfer.failure_message)};
}

// The earlier import that had the token of the request, or nullptr.
Result<catalog::TransferPtr> replayed_import(const Context& context, const ImportTableRequest& request) {
  const catalog::TransferPtr earlier = with_token(context, TransferKind::Import, request.client_token);
  if (!earlier || is_same_request(*earlier, request)) return earlier;
  return fail(ErrorCode::ImportConflictException,
              "Import conflict: Duplicate request detected with conflicting parameters");
}

Result<ImportTableResponse> import_table_now(Context& context, ImportTableRequest request) {
  PARTITA_TRY(ops::validate(request));
  const std::string& name = *request.table_creation_parameters->table_name;
  const auto table_exists = [&] { return fail(ErrorCode::ResourceInUseException, "Table already exists: " + name); };
  // A table that is there comes before the token, unless the import of the token is filling it.
  const auto check = [&]() -> Result<catalog::TransferPtr> {
    const catalog::TablePtr table = context.catalog.find(name);
    if (table && table->import == 0) return table_exists();
    PARTITA_TRY_VALUE(earlier, replayed_import(context, request));
    if (!earlier && table) return table_exists();
    return earlier;
  };
  PARTITA_TRY_VALUE(earlier, check());
  if (earlier) return ImportTableResponse{import_description(context, *earlier)};
  if (context.files == nullptr) return has_no_files();
  catalog::TableInfo table = define_table(context, ops::creation_of(*request.table_creation_parameters));
  catalog::TransferInfo made = new_transfer(context, request);
  made.table_name = table.name;
  made.table_uuid = table.uuid;
  catalog::TransferPtr same;
  auto added = context.catalog.add_import(std::move(table), std::move(made), [&]() -> Result<void> {
    PARTITA_TRY_VALUE(again, check());
    same = again;
    if (same) return fail(ErrorCode::ImportConflictException, "");
    if (under_way(context, TransferKind::Import) >= limits::kImports)
      return fail(ErrorCode::LimitExceededException,
                  fmt::format("Only {} import operations can be in progress at the same time", limits::kImports));
    return {};
  });
  if (same) return ImportTableResponse{import_description(context, *same)};
  if (!added) return unexpected(std::move(added.error()));
  context.jobs.wake();
  return ImportTableResponse{import_description(context, **added)};
}

Result<DescribeImportResponse> describe_import_now(Context& context, DescribeImportRequest request) {
  PARTITA_TRY(ops::validate(request));
  PARTITA_TRY_VALUE(found, find_by_arn(context, *request.import_arn, TransferKind::Import));
  return DescribeImportResponse{import_description(context, *found)};
}

Result<ListImportsResponse> list_imports_now(Context& context, ListImportsRequest request) {
  PARTITA_TRY(ops::validate(request));
  std::optional<RequestedTable> table;
  if (request.table_arn) {
    PARTITA_TRY_VALUE(requested, read_table_arn(context, *request.table_arn));
    table = requested;
  }
  const auto is_listed = [&](const catalog::TransferInfo& transfer) {
    return !table || (table->region_fits && table->name == transfer.table_name);
  };
  PARTITA_TRY_VALUE(page, page_of(context, TransferKind::Import, request.page_size, request.next_token, is_listed));
  ListImportsResponse response{.next_token = page.next_token};
  for (const catalog::TransferPtr& one : page.transfers) {
    const ImportTableRequest& begun = std::get<ImportTableRequest>(one->request);
    response.import_summary_list.push_back({.import_arn = arn_of(context, *one),
                                            .import_status = OpenEnum<ImportStatus>::from_text(to_text(one->status)),
                                            .table_arn = table_arn(context, one->table_name),
                                            .s3_bucket_source = source_of(context, begun),
                                            .input_format = begun.input_format,
                                            .start_time = seconds_of(one->started_ms),
                                            .end_time = end_of(*one)});
  }
  return response;
}

}  // namespace

void import_table(Context& context, ImportTableRequest request, MayWait may_wait,
                  Completion<ImportTableResponse> done) {
  on_executor(context, import_table_now, std::move(request), may_wait, std::move(done));
}

void describe_import(Context& context, DescribeImportRequest request, MayWait may_wait,
                     Completion<DescribeImportResponse> done) {
  on_executor(context, describe_import_now, std::move(request), may_wait, std::move(done));
}

void list_imports(Context& context, ListImportsRequest request, MayWait may_wait,
                  Completion<ListImportsResponse> done) {
  on_executor(context, list_imports_now, std::move(request), may_wait, std::move(done));
}

}  // namespace partita::engine
