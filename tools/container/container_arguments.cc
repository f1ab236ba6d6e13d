#include "container/container_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/try.h"

namespace partita::tools {
namespace {

using Arguments = std::vector<std::string>;

constexpr std::string_view kEntryPoint = "container";

std::string_view name_of_program(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_java(std::string_view program) { return name_of_program(program) == "java"; }

// Options of java that come before -jar, such as -Xmx512m and -Djava.library.path=./DynamoDBLocal_lib.
bool is_option_of_java(std::string_view text) {
  return text.starts_with("-D") || text.starts_with("-X") || text.starts_with("-ea") || text.starts_with("--enable");
}

bool is_for_dynamodb_local(std::string_view first) {
  constexpr std::string_view kOptions[] = {"-jar",  "-inMemory", "-dbPath", "-port",
                                           "-cors", "-sharedDb", "-help",   "-delayTransientStatuses"};
  return is_option_of_java(first) || std::ranges::find(kOptions, first) != std::end(kOptions);
}

// A server that every address of the container leads to, unless the options name one.
Arguments served(Arguments options) {
  const auto names = [&](std::string_view name) {
    return std::ranges::any_of(
        options, [&](const std::string& one) { return one == name || one.starts_with(std::string(name) + "="); });
  };
  Arguments out = {"serve"};
  if (!names("--data") && !names("--memory") && !names("--help")) out.push_back("--memory");
  if (!names("--host")) {
    out.insert(out.end(), {"--host", "0.0.0.0"});
    if (!names("--published")) out.push_back("--published");
  }
  out.insert(out.end(), options.begin(), options.end());
  return out;
}

// Reads the options of DynamoDB Local.
class LocalOptions {
 public:
  explicit LocalOptions(std::span<const std::string> given) : given_(given) {}

  expected<Arguments, std::string> read() {
    bool in_memory = false, is_shared = false;
    std::string path;
    Arguments out;
    while (!given_.empty()) {
      const std::string name = given_.front();
      given_ = given_.subspan(1);
      if (is_option_of_java(name) || name == "-optimizeDbBeforeStartup" || name == "-disableTelemetry") continue;
      if (name == "-jar") {
        PARTITA_TRY(value_of(name));
      } else if (name == "-inMemory") {
        in_memory = true;
      } else if (name == "-sharedDb") {
        is_shared = true;
      } else if (name == "-dbPath") {
        PARTITA_TRY_VALUE(value, value_of(name));
        path = value;
      } else if (name == "-port") {
        PARTITA_TRY_VALUE(value, value_of(name));
        out.insert(out.end(), {"--port", value});
      } else if (name == "-cors") {
        PARTITA_TRY(value_of(name));
        out.insert(out.end(), {"--cors", "on"});
      } else if (name == "-delayTransientStatuses") {
        out.insert(out.end(), {"--table-delay", "500"});
      } else if (name == "-help") {
        out.push_back("--help");
      } else {
        return unexpected(
            fmt::format("{} is not an option of DynamoDB Local that is known here: -inMemory, -dbPath, -port, "
                        "-cors, -sharedDb, -delayTransientStatuses, -optimizeDbBeforeStartup, "
                        "-disableTelemetry; or give options of `partita serve`, such as --data DIR",
                        name));
      }
    }
    if (in_memory && !path.empty()) return unexpected(std::string("-inMemory and -dbPath exclude each other"));
    // DynamoDB Local keeps a file in the directory that it is started in.
    if (!in_memory) out.insert(out.end(), {"--data", path.empty() ? "." : path});
    // Without -sharedDb, each region has tables of its own there.
    if (!is_shared) out.insert(out.end(), {"--regions", "many"});
    return out;
  }

 private:
  expected<std::string, std::string> value_of(const std::string& name) {
    if (given_.empty()) return unexpected(fmt::format("{} needs a value", name));
    std::string value = given_.front();
    given_ = given_.subspan(1);
    return value;
  }

  std::span<const std::string> given_;
};

}  // namespace

bool is_container_call(std::span<const std::string> call) {
  return !call.empty() && (is_java(call[0]) || (call.size() > 1 && call[1] == kEntryPoint));
}

expected<std::vector<std::string>, std::string> container_arguments(std::span<const std::string> call) {
  std::span<const std::string> given = call.subspan(is_java(call[0]) ? 1 : 2);
  // A compose file may give the whole command of the other image.
  if (!given.empty() && is_java(given[0])) given = given.subspan(1);
  if (!given.empty() && is_for_dynamodb_local(given[0])) {
    PARTITA_TRY_VALUE(options, LocalOptions(given).read());
    return served(std::move(options));
  }
  Arguments rest(given.begin(), given.end());
  if (rest.empty() || rest[0].starts_with("--")) return served(std::move(rest));
  if (rest[0] == "serve") return served({rest.begin() + 1, rest.end()});
  return rest;
}

}  // namespace partita::tools
