// Where a database's log lines go.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace partita {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };
// Called from any thread; must not block for long.
using LogSink = std::function<void(LogLevel, std::string_view message)>;

}  // namespace partita
