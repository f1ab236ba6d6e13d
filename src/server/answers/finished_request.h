// FinishedRequest: the facts about an answered request for the logs that tell of single requests.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/target.h"
#include "server/answers/answer.h"
#include "server/http/request.h"
#include "server/subject/request_details.h"

namespace partita::server {

// The views and references are valid while the log is written.
struct FinishedRequest {
  using Clock = std::chrono::steady_clock;

  std::string_view id;
  std::optional<protocol::Operation> operation;  // nullopt if no operation was started
  const Request& request;
  const Answer& answer;
  const RequestDetails& details;
  std::string_view peer;  // the client's IP address and port
  Clock::time_point read_at = {};
  Clock::time_point answered_at = {};
  std::size_t bytes_in = 0;
  std::size_t bytes_out = 0;
};

// The name of the operation that was asked for, also if it was not started. "none" if the request asks for none that
// exists.
std::string_view operation_name(const FinishedRequest& finished);
// The access key id that the request claims, whether or not its signature is right. Empty if it claims no key.
std::string_view claimed_key(const Request& request);
// `text` with '?' in place of characters that could be mistaken for the syntax of a log line. Long texts are cut.
std::string as_word(std::string_view text);

}  // namespace partita::server
