#include "client/faults/database_with_faults.h"

#include <utility>

#include "base/completing.h"
#include "base/lack_of_memory.h"
#include "base/try.h"
#include "client/faults/left_out.h"

namespace partita::client {

Result<std::unique_ptr<DatabaseWithFaults>> DatabaseWithFaults::make(Database& database, Faults faults,
                                                                     FaultyOptions options) {
  PARTITA_TRY_VALUE(rules, FaultRules::make(std::move(faults)));
  if (!options.delays) options.delays = std::make_unique<TimedDelays>();
  return std::unique_ptr<DatabaseWithFaults>(new DatabaseWithFaults(database, std::move(rules), std::move(options)));
}

Result<std::unique_ptr<DatabaseWithFaults>> DatabaseWithFaults::make(std::unique_ptr<Database> database, Faults faults,
                                                                     FaultyOptions options) {
  PARTITA_TRY_VALUE(made, make(*database, std::move(faults), std::move(options)));
  made->owned_ = std::move(database);
  return std::move(made);
}

DatabaseWithFaults::DatabaseWithFaults(Database& database, std::shared_ptr<FaultRules> rules, FaultyOptions options)
    : database_(database),
      cut_error_(options.cut_error),
      delays_(std::move(options.delays)),
      rules_(std::move(rules)) {}

DatabaseWithFaults::~DatabaseWithFaults() {
  end_delays();
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return under_way_ == 0; });
}

// A call counts until its completion has returned, and once more until the call itself has returned.
void DatabaseWithFaults::started() {
  const std::lock_guard lock(mutex_);
  under_way_ += 2;
}

void DatabaseWithFaults::ended() {
  const std::lock_guard lock(mutex_);
  if (--under_way_ == 0) idle_.notify_all();
}

std::shared_ptr<FaultRules> DatabaseWithFaults::rules() const {
  const std::lock_guard lock(mutex_);
  return rules_;
}

Result<void> DatabaseWithFaults::set_faults(Faults faults) {
  PARTITA_TRY_VALUE(made, FaultRules::make(std::move(faults)));
  const std::lock_guard lock(mutex_);
  rules_ = std::move(made);
  return {};
}

std::vector<std::uint64_t> DatabaseWithFaults::times_acted() const { return rules()->times_acted(); }

template <class Request>
FaultPlan DatabaseWithFaults::plan_for(const Request& request) {
  const auto current = rules();
  FaultPlan plan = current->decide(facts_of(request, current->find_keys()));
  if (plan.connection == FaultConnection::Cut && cut_error_ == CutError::OutcomeUnknown)
    plan.error->code = ErrorCode::OutcomeUnknown;
  return plan;
}

// ---- calls that wait

template <class Request, class Response>
Result<Response> DatabaseWithFaults::carry_out(Request request, Result<Response> (Database::*operation)(Request)) {
  const FaultPlan plan = plan_for(request);
  if (plan.delay_before.count() > 0) delays_->wait(plan.delay_before);
  if (plan.error && plan.when == FaultTime::Before) return unexpected(*plan.error);
  Result<Response> result = unexpected(Error());
  if constexpr (LeftOut<Request, Response>::kExists) {
    LeftOut<Request, Response> left_out;
    left_out.take(request, plan.left_out);
    result = left_out.is_all() ? Response() : (database_.*operation)(std::move(request));
    if (result) left_out.give_back(*result);
  } else {
    result = (database_.*operation)(std::move(request));
  }
  if (plan.delay_after.count() > 0) delays_->wait(plan.delay_after);
  if (plan.error) return unexpected(*plan.error);
  return result;
}

// ---- calls with a completion

// A call on its way. Each step holds a reference to it. If a step ends for lack of memory, the last reference gives the
// answer.
template <class Request, class Response>
class DatabaseWithFaults::RunningCall : public std::enable_shared_from_this<RunningCall<Request, Response>> {
 public:
  using Operation = void (Database::*)(Request, Completion<Response>);

  RunningCall(DatabaseWithFaults& owner, Operation operation, Request&& request, Completion<Response>&& done)
      : owner_(owner), operation_(operation), request_(std::move(request)), done_(std::move(done)) {}
  ~RunningCall() {
    if (done_) give(unexpected(base::lack_of_memory()));
  }

  void begin() {
    plan_ = owner_.plan_for(request_);
    after(plan_.delay_before, &RunningCall::call);
  }

 private:
  void after(std::chrono::milliseconds delay, void (RunningCall::*step)()) {
    if (delay.count() == 0) return (this->*step)();
    owner_.delays_->after(delay, [self = this->shared_from_this(), step] { ((*self).*step)(); });
  }

  void call() {
    if (plan_.error && plan_.when == FaultTime::Before) return give(unexpected(*std::move(plan_.error)));
    if constexpr (LeftOut<Request, Response>::kExists) {
      left_out_.take(request_, plan_.left_out);
      if (left_out_.is_all()) return answered(Response());
    }
    (owner_.database_.*operation_)(std::move(request_), [self = this->shared_from_this()](Result<Response> result) {
      // An exception of this step must not reach the database.
      (void)base::had_memory_for([&] { self->answered(std::move(result)); });
    });
  }

  void answered(Result<Response> result) {
    result_ = std::move(result);
    if constexpr (LeftOut<Request, Response>::kExists)
      if (result_) left_out_.give_back(*result_);
    // Without memory for the delay the answer comes at once, because the call was carried out.
    if (!base::had_memory_for([&] { after(plan_.delay_after, &RunningCall::finish); }) && done_) finish();
  }

  void finish() {
    if (plan_.error) return give(unexpected(*std::move(plan_.error)));
    give(std::move(result_));
  }

  void give(Result<Response> result) noexcept {
    {
      const Completion<Response> done = std::exchange(done_, nullptr);
      (void)base::had_memory_for([&] {
        const base::Completing completing;
        done(std::move(result));
      });
    }
    owner_.ended();
  }

  DatabaseWithFaults& owner_;
  const Operation operation_;
  Request request_;
  Completion<Response> done_;  // empty after the answer was given
  FaultPlan plan_;
  [[no_unique_address]] LeftOut<Request, Response> left_out_;
  Result<Response> result_ = unexpected(Error());
};

template <class Request, class Response>
void DatabaseWithFaults::start(Request request, Completion<Response> done,
                               void (Database::*operation)(Request, Completion<Response>)) {
  started();
  // make_shared moves `done` only when it has the memory.
  const bool had_memory = base::had_memory_for([&] {
    std::make_shared<RunningCall<Request, Response>>(*this, operation, std::move(request), std::move(done))->begin();
  });
  if (!had_memory && done) {
    (void)base::had_memory_for([&] { done(unexpected(base::lack_of_memory())); });
    ended();
  }
  ended();
}

#define PARTITA_OPERATION(function, Name)                                                                     \
  Result<Name##Response> DatabaseWithFaults::function(Name##Request request) {                                \
    Result<Name##Response> result = unexpected(Error());                                                      \
    const bool had_memory = base::had_memory_for(                                                             \
        [&] { result = carry_out<Name##Request, Name##Response>(std::move(request), &Database::function); }); \
    if (!had_memory) return unexpected(base::lack_of_memory());                                               \
    return result;                                                                                            \
  }                                                                                                           \
  void DatabaseWithFaults::function(Name##Request request, Completion<Name##Response> done) {                 \
    start<Name##Request, Name##Response>(std::move(request), std::move(done), &Database::function);           \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

Result<std::unique_ptr<Subscription>> DatabaseWithFaults::subscribe(SubscribeRequest request) {
  return database_.subscribe(std::move(request));
}

}  // namespace partita::client

namespace partita {

FaultyDatabase::~FaultyDatabase() = default;

Result<std::unique_ptr<FaultyDatabase>> with_faults(Database& database, Faults faults) {
  PARTITA_TRY_VALUE(made, client::DatabaseWithFaults::make(database, std::move(faults)));
  return std::unique_ptr<FaultyDatabase>(std::move(made));
}

Result<std::unique_ptr<FaultyDatabase>> with_faults(std::unique_ptr<Database> database, Faults faults) {
  PARTITA_TRY_VALUE(made, client::DatabaseWithFaults::make(std::move(database), std::move(faults)));
  return std::unique_ptr<FaultyDatabase>(std::move(made));
}

}  // namespace partita
