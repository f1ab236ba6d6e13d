// The jobs of exports, imports and bulk writes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/jobs/job.h"
#include "engine/transfer_files.h"

namespace partita::engine {

// Adds jobs for the exports, imports and bulk writes that go on, the oldest first and a few of each account, and
// forgets those that are older than 90 days.
void plan_transfers(Context& context, std::vector<PlannedJob>& out);

// An export reads the items of its moment from the table and its history, and begins anew after a crash, because its
// summary is written last.
std::unique_ptr<Job> make_export_job(keys::TableId export_id);
// An import puts the items of its objects into its table. After a crash it goes on with the object at which it was.
std::unique_ptr<Job> make_import_job(keys::TableId import_id);
// A bulk write puts items as PutItem does. After a crash it goes on at its last checkpoint.
std::unique_ptr<Job> make_bulk_job(keys::TableId bulk_id);

// ---- parts of all three

// How a transfer ends because its files fail.
struct TransferFailure {
  std::string code;
  std::string message;
  std::string cause = {};  // only for the log
};
TransferFailure failure_of(const Error& of_files);

// Changes the description. It is not an error if it is gone. Errors: InternalServerError.
Result<void> change_transfer(Context& context, keys::TableId id,
                             const std::function<void(catalog::TransferInfo&)>& change);
// The table that an import fills, or nullptr if it is gone or is being deleted.
catalog::TablePtr table_of_import(const Context& context, const catalog::TransferInfo& import);
// Notes that it failed.
Result<void> fail_transfer(Context& context, keys::TableId id, const TransferFailure& failure);
// Notes the status and the time of the end.
void set_end(const Context& context, catalog::TransferInfo& transfer, BulkOperationStatus status);

}  // namespace partita::engine
