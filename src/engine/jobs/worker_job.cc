#include "engine/jobs/worker_job.h"

#include "base/lack_of_memory.h"
#include "engine/threads/give_way.h"

namespace partita::engine {

Result<Job::Slice> WorkerJob::run_slice(Context& context) {
  if (!thread_.joinable()) {
    thread_ = base::start_thread([this, &context] {
      give_way();
      outcome_ = unexpected(base::lack_of_memory());
      (void)base::had_memory_for([&] { outcome_ = work(context); });
      has_ended_ = true;
    });
    return Slice::Later;
  }
  if (!has_ended_) return Slice::Later;
  thread_.join();
  if (!outcome_) return unexpected(outcome_.error());
  return Slice::Done;
}

void WorkerJob::join() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace partita::engine
