#include "engine/jobs/transfer_jobs.h"

#include <fmt/format.h>

#include <map>

#include "base/json_lines.h"
#include "base/try.h"
#include "engine/history/entry.h"
#include "value/limits.h"

namespace partita::engine {
namespace {

// Each has a thread, and an export compresses its files.
constexpr std::ptrdiff_t kTransfersAtOnce = 4;
// The others are left to other accounts.
constexpr std::ptrdiff_t kTransfersOfAnAccount = 3;

// Bulk writes are counted apart, because one with a rate may take days.
JobKey::Kind job_kind_of(const catalog::TransferInfo& transfer) {
  return transfer.kind() == catalog::TransferInfo::Kind::BulkPut ? JobKey::Kind::BulkPut : JobKey::Kind::Transfer;
}

std::unique_ptr<Job> job_of(const catalog::TransferInfo& transfer) {
  switch (transfer.kind()) {
    case catalog::TransferInfo::Kind::Export:
      return make_export_job(transfer.id);
    case catalog::TransferInfo::Kind::Import:
      return make_import_job(transfer.id);
    case catalog::TransferInfo::Kind::BulkPut:
      break;
  }
  return make_bulk_job(transfer.id);
}

// Whether its job only has to end it, for which it needs no files.
bool only_ends(const Context& context, const catalog::TransferInfo& transfer) {
  switch (transfer.kind()) {
    case catalog::TransferInfo::Kind::Export:
      return false;
    case catalog::TransferInfo::Kind::Import:
      return transfer.has_read_all || !table_of_import(context, transfer);
    case catalog::TransferInfo::Kind::BulkPut:
      break;
  }
  return transfer.status == BulkOperationStatus::Cancelling;
}

}  // namespace

void plan_transfers(Context& context, std::vector<PlannedJob>& out) {
  const std::int64_t oldest = context.clock.now_ms() - limits::kTransferDays * kDayMs;
  std::map<JobKey::Kind, std::ptrdiff_t> planned, own;
  for (const PlannedJob& job : out) ++planned[job.key.kind];
  for (const catalog::TransferPtr& transfer : context.catalog.transfers()) {
    if (!transfer->goes_on()) {
      // A failure is logged with the next plan, which tries again.
      if (transfer->started_ms <= oldest) (void)context.catalog.remove_transfer(transfer->id);
      continue;
    }
    // After a restart without --s3 it waits for a start with it. The table of an import may be deleted meanwhile.
    if (!only_ends(context, *transfer)) {
      const JobKey::Kind kind = job_kind_of(*transfer);
      if (context.files == nullptr || planned[kind] >= kTransfersAtOnce || own[kind] >= kTransfersOfAnAccount) continue;
      ++planned[kind];
      ++own[kind];
    }
    out.push_back({{job_kind_of(*transfer), transfer->id, keys::kBaseTable}, job_of(*transfer)});
  }
}

catalog::TablePtr table_of_import(const Context& context, const catalog::TransferInfo& import) {
  catalog::TablePtr table = context.catalog.find(import.table);
  return table && table->status != TableStatus::Deleting ? table : nullptr;
}

TransferFailure failure_of(const Error& of_files) {
  switch (of_files.code) {
    case ErrorCode::ResourceNotFoundException:
      return {"S3NoSuchBucket",
              "The specified bucket does not exist (Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket): " +
                  of_files.message};
    case ErrorCode::AccessDeniedException:
    case ErrorCode::MissingAuthenticationTokenException:
      return {"S3AccessDenied",
              "Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied): " + of_files.message};
    case ErrorCode::ValidationException:
      return {"S3InvalidRequest", of_files.message};
    default:
      // The cause may name a path of this machine, so only the log has it.
      return {"S3InternalError", "The store of the objects failed; the log of the server has the cause",
              of_files.message};
  }
}

Result<void> change_transfer(Context& context, keys::TableId id,
                             const std::function<void(catalog::TransferInfo&)>& change) {
  const auto changed = context.catalog.update_transfer(id, [&](catalog::TransferInfo& now) -> Result<void> {
    change(now);
    return {};
  });
  if (changed || changed.error().code == ErrorCode::ResourceNotFoundException) return {};
  return unexpected(changed.error());
}

Result<void> fail_transfer(Context& context, keys::TableId id, const TransferFailure& failure) {
  const catalog::TransferPtr transfer = context.catalog.find_transfer(id);
  if (transfer)
    context.log.error(fmt::format("event=transfer_failed id={} table={} code={} message={}", transfer->arn_name,
                                  transfer->table_name, failure.code,
                                  base::json_text(failure.cause.empty() ? failure.message : failure.cause)));
  return change_transfer(context, id, [&](catalog::TransferInfo& now) {
    now.failure_code = failure.code;
    now.failure_message = failure.message;
    set_end(context, now, BulkOperationStatus::Failed);
  });
}

void set_end(const Context& context, catalog::TransferInfo& transfer, BulkOperationStatus status) {
  transfer.status = status;
  transfer.ended_ms = std::max(transfer.started_ms + 1, context.clock.now_ms());
}

}  // namespace partita::engine
