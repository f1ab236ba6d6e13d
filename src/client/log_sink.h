// Turns a user's log sink into the log of the layers below.
#pragma once

#include <partita/log.h>

#include "base/log.h"

namespace partita::client {

inline base::Log make_log(const LogSink& sink) {
  if (!sink) return {};
  return base::Log([sink](base::Log::Level level, std::string_view message) {
    sink(static_cast<LogLevel>(static_cast<int>(level)), message);
  });
}

}  // namespace partita::client
