// Runs one task on several threads at once.
#pragma once

#include <partita/error.h>

#include <atomic>
#include <functional>

namespace partita::transfer {

// Calls `task` with the numbers from 0 to `count` - 1, each on a thread of its own, and waits for all. `is_stopped`
// becomes true if one of them fails, and then the others should end soon. Returns the first error. Errors: those of the
// tasks, and InternalServerError for a lack of memory or of threads.
using WorkerTask = std::function<Result<void>(int number, const std::atomic<bool>& is_stopped)>;
Result<void> run_workers(int count, const WorkerTask& task);

}  // namespace partita::transfer
