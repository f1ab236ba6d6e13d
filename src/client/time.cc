#include "client/time.h"

#include "client/http/curl.h"

namespace partita::client {

std::optional<std::int64_t> parse_http_date(const std::string& text) {
  const time_t seconds = curl().getdate(text.c_str(), nullptr);
  if (seconds < 0) return std::nullopt;
  return std::int64_t{seconds} * 1000;
}

}  // namespace partita::client
