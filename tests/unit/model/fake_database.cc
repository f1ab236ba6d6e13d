#include "unit/model/fake_database.h"

#include <utility>

namespace partita::model {

FakeDatabase::FakeDatabase(Delivery delivery) : delivery_(delivery) {}
FakeDatabase::~FakeDatabase() { join(); }

#define PARTITA_OPERATION(operation, Name)                                                      \
  Result<Name##Response> FakeDatabase::operation(Name##Request request) {                       \
    if (!on_##operation) return fail(ErrorCode::NotImplemented, #Name);                         \
    return on_##operation(std::move(request));                                                  \
  }                                                                                             \
  void FakeDatabase::operation(Name##Request request, Completion<Name##Response> done) {        \
    hand_out([answer = this->operation(std::move(request)), done = std::move(done)]() mutable { \
      done(std::move(answer));                                                                  \
    });                                                                                         \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

int FakeDatabase::deliver() {
  int count = 0;
  for (;; ++count) {
    std::function<void()> next;
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.empty()) return count;
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    next();
  }
}

std::size_t FakeDatabase::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

void FakeDatabase::join() {
  for (;;) {
    std::vector<std::thread> threads;
    {
      const std::lock_guard lock(mutex_);
      threads.swap(threads_);
    }
    if (threads.empty()) return;
    for (std::thread& thread : threads) thread.join();
  }
}

void FakeDatabase::hand_out(std::function<void()> completion) {
  if (delivery_ == Delivery::Inline) return completion();
  const std::lock_guard lock(mutex_);
  if (delivery_ == Delivery::Later) {
    waiting_.push_back(std::move(completion));
  } else {
    threads_.emplace_back(std::move(completion));
  }
}

}  // namespace partita::model
