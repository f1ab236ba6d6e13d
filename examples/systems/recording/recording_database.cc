#include "recording/recording_database.h"

#include <utility>

namespace recording {
namespace {

using namespace partita;

template <class Request>
void ask_for_capacity(Request& request) {
  if constexpr (requires { request.return_consumed_capacity; })
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
}

template <class Request>
Call call_for(std::string_view operation, const Request& request) {
  Call call{.operation = operation};
  if constexpr (requires { request.index_name; }) call.index = request.index_name.value_or("");
  if constexpr (requires { request.filter_expression; }) call.filtered = request.filter_expression.has_value();
  if constexpr (requires { request.query_filter; }) call.filtered = call.filtered || request.query_filter.has_value();
  return call;
}

double units(const std::optional<ConsumedCapacity>& capacity) {
  return capacity ? capacity->capacity_units.value_or(0) : 0;
}
double units(const OptionalList<ConsumedCapacity>& capacities) {
  double sum = 0;
  for (const ConsumedCapacity& capacity : capacities.value_or(std::vector<ConsumedCapacity>{}))
    sum += capacity.capacity_units.value_or(0);
  return sum;
}

template <class Response>
void note(const Response& response, Call& call) {
  if constexpr (requires { response.scanned_count; }) {
    call.evaluated_count = response.scanned_count;
    call.returned_count = response.count;
  } else if constexpr (requires { response.item; }) {
    call.evaluated_count = call.returned_count = response.item ? 1 : 0;
  }
  if constexpr (requires { response.consumed_capacity; }) call.capacity_units = units(response.consumed_capacity);
}

}  // namespace

#define PARTITA_OPERATION(function, Name)                                                            \
  Result<Name##Response> RecordingDatabase::function(Name##Request request) {                        \
    ask_for_capacity(request);                                                                       \
    Call call = call_for(#Name, request);                                                            \
    auto response = database_.function(std::move(request));                                          \
    if (response) note(*response, call);                                                             \
    add(std::move(call));                                                                            \
    return response;                                                                                 \
  }                                                                                                  \
  void RecordingDatabase::function(Name##Request request, Completion<Name##Response> done) {         \
    database_.function(std::move(request), std::move(done));                                         \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

std::vector<Call> RecordingDatabase::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(calls_, {});
}

void RecordingDatabase::add(Call call) {
  const std::lock_guard lock(mutex_);
  calls_.push_back(std::move(call));
}

}  // namespace recording
