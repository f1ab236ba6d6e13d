// The function that receives a database's log lines.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace partita {

// The importance of a line.
enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };
// Receives one line, without a line end. It is called from any thread and must not block for long. `message` is valid
// during the call.
using LogSink = std::function<void(LogLevel, std::string_view message)>;

}  // namespace partita
