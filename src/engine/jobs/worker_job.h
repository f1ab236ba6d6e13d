// WorkerJob: a job with a thread of its own, because it waits for a store of objects, which may be slow. The threads of
// the jobs only look whether it has ended.
#pragma once

#include <atomic>
#include <thread>

#include "engine/jobs/job.h"

namespace partita::engine {

class WorkerJob : public Job {
 public:
  Result<Slice> run_slice(Context& context) final;

 protected:
  // Does the whole work, on the thread of the job. It should return soon after Jobs::stopping() is true, and a new job
  // then goes on. Errors: InternalServerError, Corruption.
  virtual Result<void> work(Context& context) = 0;
  // Must be called by the destructor of the class that has work(). Waits for the thread.
  void join();

 private:
  std::thread thread_;
  std::atomic<bool> has_ended_ = false;
  Result<void> outcome_;  // set before has_ended_
};

}  // namespace partita::engine
