#include "transfer/tables/workers.h"

#include <mutex>
#include <optional>
#include <vector>

#include "base/lack_of_memory.h"

namespace partita::transfer {

Result<void> run_workers(int count, const WorkerTask& task) {
  std::atomic<bool> is_stopped = false;
  std::mutex mutex;
  std::optional<Error> first;  // guarded by mutex
  const auto fail_with = [&](Error error) {
    const std::lock_guard lock(mutex);
    if (!first) first = std::move(error);
    is_stopped = true;
  };
  const auto work = [&](int number) {
    const bool had_memory = base::had_memory_for([&] {
      if (auto done = task(number, is_stopped); !done) fail_with(std::move(done.error()));
    });
    if (!had_memory) fail_with(base::lack_of_memory());
  };
  std::vector<std::thread> threads;
  const bool had_threads = base::had_memory_for([&] {
    threads.reserve(static_cast<std::size_t>(count));
    for (int number = 0; number < count; ++number)
      threads.push_back(base::start_thread([&work, number] { work(number); }));
  });
  if (!had_threads) fail_with(base::lack_of_memory());
  for (std::thread& thread : threads) thread.join();
  if (first) return unexpected(*std::move(first));
  return {};
}

}  // namespace partita::transfer
