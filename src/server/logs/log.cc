#include "server/logs/log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>

namespace partita::server {
namespace {

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Error:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

}  // namespace

LogSink make_log_sink(LogLevel threshold) {
  auto logger = std::make_shared<spdlog::logger>("partita", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(std::make_unique<spdlog::pattern_formatter>("time=%Y-%m-%dT%H:%M:%S.%eZ level=%l %v",
                                                                    spdlog::pattern_time_type::utc));
  logger->set_level(level_of(threshold));
  return [logger](LogLevel level, std::string_view message) {
    logger->log(level_of(level), spdlog::string_view_t(message.data(), message.size()));
  };
}

}  // namespace partita::server
