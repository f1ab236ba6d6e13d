// RequestDetails: the facts about an operation for the slow-request log and the audit log, in addition to those that
// every connection knows. They are collected only if one of the two logs is on.
#pragma once

#include <partita/database.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/subject/items_of.h"

namespace partita::server {

struct RequestDetails {
  using Clock = std::chrono::steady_clock;

  std::string table = {};  // as table_of() names it
  std::string index = {};
  std::string owner = {};  // the account of the table, if it is not the caller's
  std::string error_text = {};
  Clock::time_point started = {};    // when the database got the request
  Clock::time_point completed = {};  // when it had answered
  std::uint64_t items_read = 0;      // before filters
  std::uint64_t items_returned = 0;
  std::optional<double> capacity_units = {};
  bool adds_capacity = false;  // the client did not ask for the consumed capacity
};

inline double units_of(const ConsumedCapacity& consumed) { return consumed.capacity_units.value_or(0); }
inline double units_of(const VectorCapacity&) { return 0; }
inline double units_of(const std::vector<ConsumedCapacity>& consumed) {
  double units = 0;
  for (const ConsumedCapacity& one : consumed) units += units_of(one);
  return units;
}

// Notes the details of the request, and makes the database return the consumed capacity.
template <class Request>
void note_request(RequestDetails& details, Request& request) {
  if constexpr (requires { *request.index_name; })
    if (request.index_name) details.index = *request.index_name;
  // A transaction with a token must stay as it is, because its repetitions are compared with it.
  if constexpr (
      requires { *request.return_consumed_capacity; } && !requires { request.client_request_token; }) {
    auto& asked = request.return_consumed_capacity;
    details.adds_capacity = !asked || *asked == ReturnConsumedCapacity::None;
    if (details.adds_capacity) asked = ReturnConsumedCapacity::Total;
  }
}

// Notes the details of the answer, and takes out the capacity that the client did not ask for.
template <class Response>
void note_response(RequestDetails& details, Response& response) {
  details.items_returned = 0;
  for_each_item(response, [&](const Item&) { ++details.items_returned; });
  details.items_read = details.items_returned;
  if constexpr (requires { response.scanned_count; })
    details.items_read = static_cast<std::uint64_t>(response.scanned_count);
  if constexpr (requires { response.consumed_capacity; }) {
    if (!response.consumed_capacity) return;
    details.capacity_units = units_of(*response.consumed_capacity);
    if (details.adds_capacity) response.consumed_capacity.reset();
  }
}

}  // namespace partita::server
