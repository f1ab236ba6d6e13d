// Calls: what db's functions return. Nothing is sent before a call is run.
//
//   Result<Page<Order>> a = db.query<StatusFeed>(...).take(20).run();    // waits
//   Page<Order> b = db.query<StatusFeed>(...).take(20).value();          // waits; an error is an exception
//   db.query<StatusFeed>(...).take(20).async([](Result<Page<Order>> r) { ... });
//   auto c = co_await pt::async(db.query<StatusFeed>(...), asio::use_awaitable);   // <partita/model/asio.h>
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <utility>

namespace partita::model {

// What .value() throws: says the error's code and message.
class PARTITA_API CallFailed : public bad_expected_access<Error> {
 public:
  explicit CallFailed(Error error);
  ~CallFailed() override;
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

namespace detail {
[[noreturn]] PARTITA_API void throw_failed(Error error);  // throws CallFailed
}

// `Derived` has start(Mode, Done<R>), which calls `done` once, and may have a run() of its own.
template <class Derived, class R>
class Call {
 public:
  using result_type = R;

  // Waits for the answer. Of a remote database that is refused in a completion or handler, with a ValidationException:
  // the answer would come on that very thread.
  [[nodiscard]] Result<R> run() {
    Result<R> answer;
    derived().start(Mode::Wait, [&answer](Result<R> result) { answer = std::move(result); });
    return answer;
  }
  // Waits for the answer. Throws CallFailed where there is an error.
  R value() {
    Result<R> answer = derived().run();
    if (!answer) detail::throw_failed(std::move(answer.error()));
    if constexpr (!std::is_void_v<R>) return std::move(*answer);
  }
  // Never waits. `handler` gets Result<R> on any thread, perhaps before this returns; it must not block or throw. What the call
  // needs lives until then, the db may go before.
  template <class Handler>
  void async(Handler&& handler) {
    derived().start(Mode::Async, std::forward<Handler>(handler));
  }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }
};

// A call that asks a function of the runtime.
template <class R>
class [[nodiscard]] AnyCall : public Call<AnyCall<R>, R> {
 public:
  explicit AnyCall(std::function<void(Mode, Done<R>)> start) : start_(std::move(start)) {}
  void start(Mode mode, Done<R> done) { start_(mode, std::move(done)); }

 private:
  std::function<void(Mode, Done<R>)> start_;
};

}  // namespace partita::model
