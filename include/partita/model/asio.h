// Runs calls with Boost.Asio's completion tokens: pt::async(call, token). The token may be a callback, use_future,
// use_awaitable or a yield context, for example. The handler's signature is void(Result<R>).
//
// pt::async_next(subscription, token) does the same for the next records of a partita::Subscription.
//
// The handler is called through its associated executor. If it has no executor, it is called on the thread that
// completes the call.
#pragma once

#include <partita/model/call.h>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <memory>
#include <type_traits>
#include <vector>

// <partita/subscription.h> declares them.
namespace partita {
class Subscription;
struct Record;
}  // namespace partita

namespace partita::model {

// Starts the call. The call and the handler live until the handler is called.
template <class SomeCall, class Token>
auto async(SomeCall call, Token&& token) {
  using R = typename SomeCall::result_type;
  return boost::asio::async_initiate<Token, void(Result<R>)>(
      [](auto handler, SomeCall one) {
        const auto executor = boost::asio::get_associated_executor(handler);
        // The handler is shared because std::function has to be copyable and handlers need not be.
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        one.async([shared, work = boost::asio::make_work_guard(executor)](Result<R> result) {
          boost::asio::dispatch(work.get_executor(), [shared, answer = std::move(result)]() mutable {
            std::move (*shared)(std::move(answer));
          });
        });
      },
      token, std::move(call));
}

// Asks for the next records. The handler's signature is void(Result<std::vector<Record>>). The subscription must live
// until the token starts the operation. If it is destroyed before the handler is called, the handler gets Cancelled.
template <class AnySubscription, class Token>
  requires std::is_base_of_v<Subscription, AnySubscription>
auto async_next(AnySubscription& subscription, Token&& token) {
  using Records = std::vector<Record>;
  return async(AnyCall<Records>([&subscription](Mode, Done<Records> done) { subscription.next(std::move(done)); }),
               std::forward<Token>(token));
}

}  // namespace partita::model
