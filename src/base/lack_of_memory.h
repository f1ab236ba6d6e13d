// The border of a task for the one exception that Partita handles: std::bad_alloc, thrown if memory runs out.
//
// No code inside a task catches it. Objects own everything that a task holds, and their destructors free it. The
// destructor of the object that owes an answer sends that answer. So each thread can go on with its next task.
#pragma once

#include <partita/error.h>

#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace partita::base {

// Runs `task`. Returns false if it ended with std::bad_alloc.
template <class Task>
[[nodiscard]] bool had_memory_for(Task&& task) noexcept {
  try {
    std::forward<Task>(task)();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// Starts a thread that runs `task`. Throws std::bad_alloc if the system refuses a thread, for lack of memory or because
// of a limit.
template <class Task>
[[nodiscard]] std::thread start_thread(Task&& task) {
  try {
    return std::thread(std::forward<Task>(task));
  } catch (const std::system_error&) {
    throw std::bad_alloc();
  }
}

// The error of an operation that ran out of memory. Its message is empty if a text finds too little memory too.
inline Error lack_of_memory() noexcept {
  Error error;
  error.code = ErrorCode::InternalServerError;
  (void)had_memory_for([&] { error.message = "There was not enough memory for the operation; try again"; });
  return error;
}

}  // namespace partita::base
