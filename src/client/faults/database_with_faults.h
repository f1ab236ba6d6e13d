// DatabaseWithFaults: a database in front of another one that carries out what FaultRules decides.
#pragma once

#include <partita/database.h>
#include <partita/faults.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "client/faults/delays.h"
#include "client/faults/fault_rules.h"

namespace partita::client {

// The error of a call whose connection is cut.
enum class CutError : std::uint8_t {
  OfRemoteDatabase,  // as FaultConnection::Cut says
  OutcomeUnknown,    // of reads too, so that a server sees that the connection must be cut
};

struct FaultyOptions {
  CutError cut_error = CutError::OfRemoteDatabase;
  std::unique_ptr<Delays> delays = {};  // TimedDelays if empty
};

class DatabaseWithFaults final : public FaultyDatabase {
 public:
  // Errors: ValidationException, if a rule is wrong.
  static Result<std::unique_ptr<DatabaseWithFaults>> make(Database& database, Faults faults,
                                                          FaultyOptions options = {});
  // The same, but the result owns `database`.
  static Result<std::unique_ptr<DatabaseWithFaults>> make(std::unique_ptr<Database> database, Faults faults,
                                                          FaultyOptions options = {});
  ~DatabaseWithFaults() override;

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override;

  Result<void> set_faults(Faults faults) override;
  std::vector<std::uint64_t> times_acted() const override;
  // Ends all delays, also those that begin later.
  void end_delays() { delays_->end_all(); }

 private:
  template <class Request, class Response>
  class RunningCall;

  DatabaseWithFaults(Database& database, std::shared_ptr<FaultRules> rules, FaultyOptions options);

  std::shared_ptr<FaultRules> rules() const;
  template <class Request>
  FaultPlan plan_for(const Request& request);
  template <class Request, class Response>
  Result<Response> carry_out(Request request, Result<Response> (Database::*operation)(Request));
  template <class Request, class Response>
  void start(Request request, Completion<Response> done, void (Database::*operation)(Request, Completion<Response>));

  // Count the asynchronous calls that have not ended. The destructor waits until none is left.
  void started();
  void ended();

  std::unique_ptr<Database> owned_;  // may be empty
  Database& database_;
  const CutError cut_error_;
  const std::unique_ptr<Delays> delays_;
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  // guarded by mutex_
  std::shared_ptr<FaultRules> rules_;
  std::size_t under_way_ = 0;
};

}  // namespace partita::client
