// Writes log lines to stderr as key=value pairs. time=... and level=... come first, then the pairs of the message.
#pragma once

#include <partita/open.h>

namespace partita::server {

// A sink for lines of `threshold` and above. Several threads may use it at once.
LogSink make_log_sink(LogLevel threshold);

}  // namespace partita::server
