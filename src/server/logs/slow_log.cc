#include "server/logs/slow_log.h"

#include <fmt/format.h>

#include "protocol/request_shape.h"

namespace partita::server {
namespace {

std::int64_t microseconds(RequestDetails::Clock::duration duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

std::string caller_of(const FinishedRequest& finished) {
  if (finished.request.caller) return as_word(finished.request.caller->key->id);
  // The claim was not verified.
  return as_word(claimed_key(finished.request)) + "?";
}

}  // namespace

std::string slow_request_line(const FinishedRequest& finished, std::uint64_t left_out) {
  const RequestDetails& details = finished.details;
  const bool started = finished.operation && details.started != RequestDetails::Clock::time_point();
  const auto start = started ? details.started : finished.answered_at;
  const auto end = started ? details.completed : finished.answered_at;
  std::string line = fmt::format(
      FMT_STRING("event=slow_request operation={} table={} index={} status={} error={} duration_us={} waiting_us={} "
                 "database_us={} answering_us={} items_read={} items_returned={} bytes_in={} bytes_out={} "),
      operation_name(finished), as_word(details.table), as_word(details.index), finished.answer.status,
      finished.answer.error ? describe(*finished.answer.error).name : "none",
      microseconds(finished.answered_at - finished.read_at), microseconds(start - finished.read_at),
      microseconds(end - start), microseconds(finished.answered_at - end), details.items_read, details.items_returned,
      finished.bytes_in, finished.bytes_out);
  if (details.capacity_units) line += fmt::format(FMT_STRING("capacity_units={} "), *details.capacity_units);
  line += fmt::format(FMT_STRING("caller={} peer={} id={} left_out={} shape={}"), caller_of(finished), finished.peer,
                      finished.id, left_out,
                      finished.request.body.empty() ? "(no body)" : protocol::request_shape(finished.request.body));
  return line;
}

}  // namespace partita::server
