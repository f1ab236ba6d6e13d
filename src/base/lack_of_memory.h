// The border of a task for the one exception that Partita meets: std::bad_alloc, where memory is not to be had.
//
// Nothing in between catches it. What a task holds is held by objects, whose destructors give it back, and what a task was
// asked for is answered by the destructor of whoever owes the answer. So each thread goes on with its next task.
#pragma once

#include <partita/error.h>

#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace partita::base {

// Whether `task` had the memory that it needed.
template <class Task>
[[nodiscard]] bool had_memory_for(Task&& task) noexcept {
  try {
    std::forward<Task>(task)();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// A thread that runs `task`. Where the system has none to give, for lack of memory or by a limit, std::bad_alloc.
template <class Task>
[[nodiscard]] std::thread start_thread(Task&& task) {
  try {
    return std::thread(std::forward<Task>(task));
  } catch (const std::system_error&) {
    throw std::bad_alloc();
  }
}

// What an operation answers then, with a text where there is memory for that.
inline Error lack_of_memory() noexcept {
  Error error;
  error.code = ErrorCode::InternalServerError;
  (void)had_memory_for([&] { error.message = "There was not enough memory for the operation; try again"; });
  return error;
}

}  // namespace partita::base
