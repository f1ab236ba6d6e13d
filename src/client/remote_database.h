// RemoteDatabase: partita::Database over HTTP.
#pragma once

#include <partita/connect.h>

#include <condition_variable>
#include <memory>
#include <mutex>

#include "client/remote_caller.h"

namespace partita::client {

class RemoteDatabase final : public Database {
 public:
  explicit RemoteDatabase(std::unique_ptr<RemoteCaller> caller) : caller_(std::move(caller)) {}
  // Waits for the running calls. Must not be called by a completion.
  ~RemoteDatabase() override;

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/database.h>

#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override;

 private:
  template <class Response, class Request>
  void start(std::string_view operation, Request request, Completion<Response> completion);
  template <class Response, class Request>
  Result<Response> wait_for(std::string_view operation, Request request);

  // A call counts until its completion has returned, and once more until the function that started it has returned.
  void started();
  void ended();

  std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t under_way_ = 0;  // guarded by mutex_
  const std::unique_ptr<RemoteCaller> caller_;
};

}  // namespace partita::client
