// Calls are the results of db's functions. A call sends its first request when it is run.
//
//   Result<Page<Order>> a = db.query<StatusFeed>(...).take(20).run();    // waits
//   Page<Order> b = db.query<StatusFeed>(...).take(20).value();          // waits; an error is an exception
//   db.query<StatusFeed>(...).take(20).async([](Result<Page<Order>> r) { ... });
//   auto c = co_await pt::async(db.query<StatusFeed>(...), asio::use_awaitable);   // <partita/model/asio.h>
#pragma once

#include <partita/model/runtime/session.h>

#include <optional>
#include <utility>

namespace partita::model {

// The exception that .value() throws. Its text has the error's code and message.
class PARTITA_API CallFailed : public bad_expected_access<Error> {
 public:
  explicit CallFailed(Error error);
  ~CallFailed() override;
};

namespace detail {
[[noreturn]] PARTITA_API void throw_failed(Error error);  // Throws CallFailed.
// The error of a call that was moved from.
PARTITA_API unexpected<Error> call_was_moved();
}  // namespace detail

// The functions that every call has. `Derived` must have start(Mode, Done<R>), which calls `done` once. It may have a
// run() of its own.
template <class Derived, class R>
class Call {
 public:
  using result_type = R;

  // Waits for the answer and returns it. On a remote database this is refused with a ValidationException inside a
  // completion or handler, because the answer would come on that same thread.
  [[nodiscard]] Result<R> run() {
    Result<R> answer;
    derived().start(Mode::Wait, [&answer](Result<R> result) { answer = std::move(result); });
    return answer;
  }
  // Waits for the answer and returns its value. Throws CallFailed if the answer is an error.
  R value() {
    Result<R> answer = derived().run();
    if (!answer) detail::throw_failed(std::move(answer.error()));
    if constexpr (!std::is_void_v<R>) return std::move(*answer);
  }
  // Starts the call and returns without waiting. `handler` receives the Result<R> on any thread, perhaps before this
  // function returns. It must not block or throw. The call keeps everything that it needs until then, so the db may be
  // destroyed before. If the call is then the last owner of the database, the database is closed on a thread of the
  // library after the handler. The end of the program waits for that, and for handlers that have begun, but not for
  // calls without an answer: wait for them before main() returns. A handler must not hold the last
  // std::shared_ptr<Database> itself, because the thread that calls it belongs to the database.
  template <class Handler>
  void async(Handler&& handler) {
    derived().start(Mode::Async, std::forward<Handler>(handler));
  }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }
};

// A call that runs a function of the library.
template <class R>
class [[nodiscard]] AnyCall : public Call<AnyCall<R>, R> {
 public:
  explicit AnyCall(std::function<void(Mode, Done<R>)> start) : start_(std::move(start)) {}
  void start(Mode mode, Done<R> done) {
    if (!start_) return done(detail::call_was_moved());
    start_(mode, std::move(done));
  }

 private:
  std::function<void(Mode, Done<R>)> start_;
};

}  // namespace partita::model
