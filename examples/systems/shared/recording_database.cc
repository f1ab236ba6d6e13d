#include "shared/recording_database.h"

#include <utility>

namespace systems {
namespace {

using namespace partita;

template <class R>
void ask_for_capacity(R& request) {
  if constexpr (requires { request.return_consumed_capacity; })
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
}

template <class R>
Request record_of(std::string_view operation, const R& request) {
  Request record{.operation = operation};
  if constexpr (requires { request.index_name; }) record.index = request.index_name.value_or("");
  if constexpr (requires { request.filter_expression; }) record.filtered = request.filter_expression.has_value();
  if constexpr (requires { request.query_filter; })
    record.filtered = record.filtered || request.query_filter.has_value();
  return record;
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
// A search of vectors consumes bytes in place of capacity units.
double units(const std::optional<VectorCapacity>&) { return 0; }

template <class Response>
void note(const Response& response, Request& record) {
  if constexpr (requires { response.count; }) {
    record.evaluated_count = response.scanned_count;
    record.returned_count = response.count;
  } else if constexpr (requires { response.item; }) {
    record.evaluated_count = record.returned_count = response.item ? 1 : 0;
  } else if constexpr (requires { response.search_results; }) {
    record.evaluated_count = record.returned_count = static_cast<std::int64_t>(response.search_results.size());
  }
  if constexpr (requires { response.consumed_capacity; }) record.capacity_units = units(response.consumed_capacity);
}

}  // namespace

#define PARTITA_OPERATION(function, Name)                                                                      \
  Result<Name##Response> RecordingDatabase::function(Name##Request request) {                                  \
    ask_for_capacity(request);                                                                                 \
    Request record = record_of(#Name, request);                                                                \
    auto response = database_.function(std::move(request));                                                    \
    if (response) note(*response, record);                                                                     \
    log_->add(std::move(record));                                                                              \
    return response;                                                                                           \
  }                                                                                                            \
  void RecordingDatabase::function(Name##Request request, Completion<Name##Response> done) {                   \
    ask_for_capacity(request);                                                                                 \
    Request record = record_of(#Name, request);                                                                \
    database_.function(std::move(request), [log = log_, record = std::move(record),                            \
                                            done = std::move(done)](Result<Name##Response> response) mutable { \
      if (response) note(*response, record);                                                                   \
      log->add(std::move(record));                                                                             \
      done(std::move(response));                                                                               \
    });                                                                                                        \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

std::vector<Request> RecordingDatabase::take() {
  const std::lock_guard lock(log_->mutex);
  return std::exchange(log_->requests, {});
}

void RecordingDatabase::Log::add(Request request) {
  const std::lock_guard lock(mutex);
  requests.push_back(std::move(request));
}

}  // namespace systems
