// The sink for log lines. Layers below the server log through it and must not write to stderr themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace partita::base {

class Log {
 public:
  enum class Level : std::uint8_t { Debug, Info, Warning, Error };
  // `sink` may be called from several threads at once. A Log without a sink drops its lines.
  using Sink = std::function<void(Level, std::string_view)>;
  Log() = default;
  explicit Log(Sink sink) : sink_(std::move(sink)) {}
  void write(Level level, std::string_view message) const {
    if (sink_) sink_(level, message);
  }
  void info(std::string_view message) const { write(Level::Info, message); }
  void warning(std::string_view message) const { write(Level::Warning, message); }
  void error(std::string_view message) const { write(Level::Error, message); }

 private:
  Sink sink_;
};

}  // namespace partita::base
