#include "modelling/run/recorder.h"

#include "protocol/codec.h"

namespace partita::modelling::run {
namespace {

template <class R>
SentRequest begin_record(std::string_view operation, R& request) {
  SentRequest sent{.operation = operation};
  protocol::encode_request(request, sent.json);
  if constexpr (requires { request.index_name; }) sent.index = request.index_name.value_or("");
  if constexpr (requires { request.return_consumed_capacity; })
    request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
  return sent;
}

void add_units(const ConsumedCapacity& capacity, SentRequest& sent) {
  sent.capacity_units += capacity.capacity_units.value_or(0);
  for (const auto* indexes : {&capacity.local_secondary_indexes, &capacity.global_secondary_indexes}) {
    if (!*indexes) continue;
    for (const auto& [name, units] : **indexes)
      sent.units_of_indexes.emplace_back(name, units.capacity_units.value_or(0));
  }
}
void add_units(const std::optional<ConsumedCapacity>& capacity, SentRequest& sent) {
  if (capacity) add_units(*capacity, sent);
}
void add_units(const OptionalList<ConsumedCapacity>& capacities, SentRequest& sent) {
  if (!capacities) return;
  for (const ConsumedCapacity& capacity : *capacities) add_units(capacity, sent);
}
// A search of vectors consumes bytes in place of capacity units.
void add_units(const std::optional<VectorCapacity>&, SentRequest&) {}

template <class Response>
void end_record(const Response& response, SentRequest& sent) {
  if constexpr (requires { response.count; }) {
    sent.evaluated_count = response.scanned_count;
    sent.returned_count = response.count;
  } else if constexpr (requires { response.item; }) {
    sent.evaluated_count = sent.returned_count = response.item && !response.item->empty() ? 1 : 0;
  } else if constexpr (requires { response.search_results; }) {
    sent.evaluated_count = sent.returned_count = static_cast<std::int64_t>(response.search_results.size());
  } else if constexpr (requires { response.unprocessed_keys; }) {
    for (const auto& [table, items] : response.responses) sent.returned_count += std::ssize(items);
    sent.evaluated_count = sent.returned_count;
  }
  if constexpr (requires { response.consumed_capacity; }) add_units(response.consumed_capacity, sent);
}

}  // namespace

#define PARTITA_OPERATION(function, Name)                                                                      \
  Result<Name##Response> Recorder::function(Name##Request request) {                                           \
    SentRequest sent = begin_record(#Name, request);                                                           \
    auto response = database_.function(std::move(request));                                                    \
    if (response) end_record(*response, sent);                                                                 \
    log_->add(std::move(sent));                                                                                \
    return response;                                                                                           \
  }                                                                                                            \
  void Recorder::function(Name##Request request, Completion<Name##Response> done) {                            \
    SentRequest sent = begin_record(#Name, request);                                                           \
    database_.function(std::move(request), [log = log_, sent = std::move(sent),                                \
                                            done = std::move(done)](Result<Name##Response> response) mutable { \
      if (response) end_record(*response, sent);                                                               \
      log->add(std::move(sent));                                                                               \
      done(std::move(response));                                                                               \
    });                                                                                                        \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

std::vector<SentRequest> Recorder::take() {
  const std::lock_guard lock(log_->mutex);
  return std::exchange(log_->requests, {});
}

void Recorder::Log::add(SentRequest request) {
  const std::lock_guard lock(mutex);
  requests.push_back(std::move(request));
}

}  // namespace partita::modelling::run
