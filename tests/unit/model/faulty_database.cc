#include "unit/model/faulty_database.h"

#include <type_traits>
#include <utility>

namespace partita::model {

FaultyDatabase::FaultyDatabase(std::unique_ptr<Database> inner) : inner_(std::move(inner)) {}
FaultyDatabase::~FaultyDatabase() = default;

void FaultyDatabase::fail_next(const std::string& operation, InjectedFault fault) {
  const std::lock_guard lock(mutex_);
  faults_[operation].push_back(std::move(fault));
}

int FaultyDatabase::calls(const std::string& operation) {
  const std::lock_guard lock(mutex_);
  return calls_[operation];
}

template <class Request>
std::optional<InjectedFault> FaultyDatabase::next(const std::string& operation, const Request& request) {
  if (before) before(operation);
  const std::lock_guard lock(mutex_);
  ++calls_[operation];
  if constexpr (std::is_same_v<Request, TransactWriteItemsRequest>) transactions.push_back(request);
  auto& faults = faults_[operation];
  if (faults.empty()) return std::nullopt;
  InjectedFault fault = std::move(faults.front());
  faults.pop_front();
  return fault;
}

#define PARTITA_OPERATION(function, Name)                                                                 \
  Result<Name##Response> FaultyDatabase::function(Name##Request request) {                                \
    const auto fault = next(#function, request);                                                          \
    if (fault && !fault->carried_out) return unexpected(fault->error);                                    \
    auto answer = inner_->function(std::move(request));                                                   \
    if (fault) return unexpected(fault->error);                                                           \
    return answer;                                                                                        \
  }                                                                                                       \
  void FaultyDatabase::function(Name##Request request, Completion<Name##Response> done) {                 \
    const auto fault = next(#function, request);                                                          \
    if (fault && !fault->carried_out) return done(unexpected(fault->error));                              \
    inner_->function(std::move(request), [fault, done = std::move(done)](Result<Name##Response> answer) { \
      if (fault) return done(unexpected(fault->error));                                                   \
      done(std::move(answer));                                                                            \
    });                                                                                                   \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

Result<std::unique_ptr<Subscription>> FaultyDatabase::subscribe(SubscribeRequest request) {
  return inner_->subscribe(std::move(request));
}

}  // namespace partita::model
