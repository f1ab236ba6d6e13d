// TransferJob: the job of an export, an import or a bulk write. Jobs::stopping() ends it soon, and after the next start
// another job goes on from the last checkpoint.
#pragma once

#include "engine/jobs/transfer_jobs.h"
#include "engine/jobs/worker_job.h"

namespace partita::engine {

class TransferJob : public WorkerJob {
 protected:
  explicit TransferJob(keys::TableId id) : id_(id) {}
  // Goes on from the last checkpoint, on the thread of the job. Succeeds if the transfer has ended, or the job must
  // stop. Errors: those of the database's own store, after which it is called again. Those of the files end the
  // transfer.
  virtual Result<void> attempt(Context& context) = 0;
  // Ends the transfer because the database's store fails and the checkpoint has been the same for ten minutes, or is
  // damaged. Errors: as attempt().
  virtual Result<void> give_up(Context& context, const TransferFailure& failure);

  const keys::TableId id_;

 private:
  Result<void> work(Context& context) final;
};

}  // namespace partita::engine
