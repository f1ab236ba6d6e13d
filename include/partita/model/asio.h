// Runs calls with Boost.Asio's completion tokens: pt::async(call, token). The token may be a callback, use_future,
// use_awaitable or a yield context, for example. The handler's signature is void(Result<R>).
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

}  // namespace partita::model
