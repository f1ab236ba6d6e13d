// Log lines on stderr as key=value pairs: time=... level=... followed by the message's own pairs.
#pragma once

#include <partita/open.h>

namespace partita::server {

// A sink for lines of `threshold` and above. Safe from several threads.
LogSink make_log_sink(LogLevel threshold);

}  // namespace partita::server
