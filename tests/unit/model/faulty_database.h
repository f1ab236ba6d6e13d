// A database whose calls a test can make fail.
#pragma once

#include <partita/database.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace partita::model {

// A failure that replaces an answer.
struct InjectedFault {
  Error error = {};
  bool carried_out = false;  // true: the call does its work all the same
};

// Passes calls on, except those for which a test has set a fault.
class FaultyDatabase : public Database {
 public:
  explicit FaultyDatabase(std::unique_ptr<Database> inner);
  ~FaultyDatabase() override;

  // The next call of `operation` ("put_item") that has no fault yet gets this one.
  void fail_next(const std::string& operation, InjectedFault fault);
  int calls(const std::string& operation);
  // Called before each call is performed.
  std::function<void(const std::string& operation)> before;
  // The transactions that were sent.
  std::vector<TransactWriteItemsRequest> transactions;

#define PARTITA_OPERATION(function, Name)                          \
  Result<Name##Response> function(Name##Request request) override; \
  void function(Name##Request request, Completion<Name##Response> done) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override;

 private:
  template <class Request>
  std::optional<InjectedFault> next(const std::string& operation, const Request& request);

  const std::unique_ptr<Database> inner_;
  std::mutex mutex_;
  std::map<std::string, std::deque<InjectedFault>> faults_;
  std::map<std::string, int> calls_;
};

}  // namespace partita::model
