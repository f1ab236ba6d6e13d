// FakeDatabase: gives the answers that a test wrote, at once, later or on threads of its own.
#pragma once

#include <partita/database.h>

#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::model {

enum class Delivery : std::uint8_t {
  Inline,   // the completion is called before the starting call returns
  Later,    // deliver() calls it
  Threads,  // a new thread calls it
};

// A test must set `on_query` and the like before it uses the database. An operation without a function is refused. The
// functions are called on the thread that starts the operation.
class FakeDatabase : public Database {
 public:
  explicit FakeDatabase(Delivery delivery = Delivery::Inline);
  ~FakeDatabase() override;

#define PARTITA_OPERATION(operation, Name)                             \
  std::function<Result<Name##Response>(Name##Request)> on_##operation; \
  Result<Name##Response> operation(Name##Request request) override;    \
  void operation(Name##Request request, Completion<Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

  // Calls all waiting completions, and those that they cause, until no completion waits. Returns their number.
  int deliver();
  std::size_t waiting() const;
  // Waits for the threads.
  void join();

 private:
  void hand_out(std::function<void()> completion);

  const Delivery delivery_;
  mutable std::mutex mutex_;
  // The following are guarded by mutex_.
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace partita::model
