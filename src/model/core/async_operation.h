// RequestSender sends requests for algorithms of several steps, which are written once for both modes.
//
// An algorithm is written with continuations. In Mode::Wait each call waits and runs its continuation on the calling
// thread before it returns. In Mode::Async the continuation runs on the thread on which the database completes. Every
// continuation holds the algorithm's state by shared_ptr. The state (an AsyncOperation) holds the session, and the
// session holds the database.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/completing.h"
#include "model/core/background.h"
#include "model/core/session.h"

namespace partita::model {

// The operation that a request type belongs to.
template <class Request>
struct OperationOf;
#define PARTITA_OPERATION(function, Name)                                                     \
  template <>                                                                                 \
  struct OperationOf<Name##Request> {                                                         \
    using Response = Name##Response;                                                          \
    static Result<Response> wait(Database& database, Name##Request request) {                 \
      return database.function(std::move(request));                                           \
    }                                                                                         \
    static void start(Database& database, Name##Request request, Completion<Response> done) { \
      database.function(std::move(request), std::move(done));                                 \
    }                                                                                         \
  };
#include <partita/operations.def>
#undef PARTITA_OPERATION
template <class Request>
using ResponseOf = typename OperationOf<Request>::Response;

class RequestSender {
 public:
  RequestSender(std::shared_ptr<Session> session, Mode mode) : session_(std::move(session)), mode_(mode) {}

  Session& session() const { return *session_; }
  const std::shared_ptr<Session>& shared_session() const { return session_; }
  Mode mode() const { return mode_; }

  // Sends `request` and hands the answer to `then`. In Mode::Wait `then` is called directly, because only a
  // continuation that outlives the call needs a Done.
  template <class Request, class Then>
  void call(Request request, Then then) const {
    if (const Error* fault = session_->fault()) return then(Result<ResponseOf<Request>>(unexpected(*fault)));
    if (mode_ == Mode::Wait) return then(OperationOf<Request>::wait(session_->database(), std::move(request)));
    start(std::move(request), Done<ResponseOf<Request>>(std::move(then)));
  }

  // Sends the requests side by side, in Mode::Wait too. `then` gets the answers by position, as a vector of
  // Result<ResponseOf<Request>>. A call in Mode::Wait inside a completion sends them one after the other, because the
  // thread may be the one that delivers all answers, and only the database's waiting form knows whether it may wait
  // there.
  template <class Request, class Then>
  void all(std::vector<Request> requests, Then then) const;

  // Releases the session. No other member may be called afterwards.
  void release() { session_.reset(); }

  // Runs `then` once `delay` has passed. In Mode::Wait the calling thread sleeps until then.
  void after(std::chrono::milliseconds delay, std::function<void()> then) const {
    if (mode_ == Mode::Async) {
      session_->after(delay, std::move(then));
    } else {
      session_->sleep(delay);
      then();
    }
  }

 private:
  // The continuation is destroyed, with everything that it holds, before the database's call of the completion ends.
  template <class Request>
  void start(Request request, Done<ResponseOf<Request>> then) const {
    auto held = std::make_shared<Done<ResponseOf<Request>>>(std::move(then));
    OperationOf<Request>::start(session_->database(), std::move(request), [held](Result<ResponseOf<Request>> answer) {
      const Background background;
      const base::Completing completing;
      const Done<ResponseOf<Request>> now = std::exchange(*held, nullptr);
      now(std::move(answer));
    });
  }

  std::shared_ptr<Session> session_;
  Mode mode_;
};

template <class Request, class Then>
void RequestSender::all(std::vector<Request> requests, Then then) const {
  using Answer = Result<ResponseOf<Request>>;
  struct Gathering {
    explicit Gathering(std::size_t count) : answers(count, Answer(ResponseOf<Request>{})), missing(count) {}
    std::vector<Answer> answers;
    std::mutex mutex;
    std::condition_variable complete;
    std::size_t missing;
    std::function<void(std::vector<Answer>)> then;
  };
  if (requests.empty()) return then(std::vector<Answer>());
  if (const Error* fault = session_->fault())
    return then(std::vector<Answer>(requests.size(), Answer(unexpected(*fault))));
  if (requests.size() == 1) {
    return call(std::move(requests.front()), [then = std::move(then)](Answer answer) mutable {
      std::vector<Answer> answers;
      answers.push_back(std::move(answer));
      then(std::move(answers));
    });
  }
  if (mode_ == Mode::Wait && base::Completing::here()) {
    std::vector<Answer> answers;
    answers.reserve(requests.size());
    for (Request& request : requests)
      answers.push_back(OperationOf<Request>::wait(session_->database(), std::move(request)));
    return then(std::move(answers));
  }
  auto gathering = std::make_shared<Gathering>(requests.size());
  if (mode_ == Mode::Async) gathering->then = std::move(then);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    start(std::move(requests[i]), Done<ResponseOf<Request>>([gathering, i](Answer answer) {
            {
              const std::lock_guard lock(gathering->mutex);
              gathering->answers[i] = std::move(answer);
              if (--gathering->missing > 0) return;
              gathering->complete.notify_all();
            }
            if (auto last = std::move(gathering->then)) last(std::move(gathering->answers));
          }));
  }
  if (mode_ == Mode::Async) return;
  {
    std::unique_lock lock(gathering->mutex);
    gathering->complete.wait(lock, [&] { return gathering->missing == 0; });
  }
  then(std::move(gathering->answers));
}

// The state of an operation. An algorithm derives from it and holds it by shared_ptr.
template <class T>
struct AsyncOperation {
  AsyncOperation(std::shared_ptr<Session> session, Mode mode, Done<T> when_done)
      : caller(std::move(session), mode), done(std::move(when_done)) {}

  RequestSender caller;
  Done<T> done;

  // Ends the operation. The session is released before `done` is called, so that a caller who closes the database after
  // the answer really closes it.
  // Requires: finish() is called once, as the last use of `caller`.
  void finish(Result<T> result) {
    const Done<T> last = std::exchange(done, nullptr);
    caller.release();
    last(std::move(result));
  }
};

// Tells a loop to continue or to stop.
enum class Loop : std::uint8_t { Again, Stop };

// repeat() for steps that may answer later and on any thread.
inline void repeat_anywhere(std::function<void(std::function<void(Loop)>)> step, std::function<void()> done) {
  enum class Turn : std::uint8_t { Running, Answered, Left };
  // One thread at a time runs the loop. If the answer came before the step returned, the thread that called the step
  // continues. Otherwise the thread that answers takes over.
  struct Driver : std::enable_shared_from_this<Driver> {
    std::function<void(std::function<void(Loop)>)> step;
    std::function<void()> done;
    std::atomic<Turn> turn = Turn::Running;
    void drive() {
      const auto self = this->shared_from_this();
      do {
        turn = Turn::Running;
        step([self](Loop next) { self->answer(next); });
      } while (turn.exchange(Turn::Left) == Turn::Answered);
    }
    void answer(Loop next) {
      if (next == Loop::Stop) return done();
      if (turn.exchange(Turn::Answered) == Turn::Left) drive();
    }
  };
  auto driver = std::make_shared<Driver>();
  driver->step = std::move(step);
  driver->done = std::move(done);
  driver->drive();
}

// Calls `step` again until it answers Loop::Stop, then calls `done`. A step must answer exactly once, through the
// function that it gets: in Mode::Wait before it returns, in Mode::Async at once or later, on any thread. In both modes
// the stack does not grow with the number of steps.
template <class Step, class End>
void repeat(Mode mode, Step step, End done) {
  if (mode == Mode::Async) return repeat_anywhere(std::move(step), std::move(done));
  std::optional<Loop> answer;
  do {
    answer.reset();
    step(std::function<void(Loop)>([&answer](Loop next) { answer = next; }));
    PARTITA_CHECK(answer.has_value());
  } while (*answer == Loop::Again);
  done();
}

}  // namespace partita::model
