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
  for (const char* begin : {"-D", "-X", "-ea", "--enable", "-server", "-client", "-agentlib", "-javaagent"})
    if (text.starts_with(begin)) return true;
  return false;
}

// Options of java whose value is the next word.
bool has_value_in_java(std::string_view text) {
  for (const char* name : {"-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-opens", "--add-exports",
                           "--add-reads", "--add-modules"})
    if (text == name) return true;
  return false;
}

// The options of `partita` have two dashes or one letter.
bool is_for_dynamodb_local(std::string_view first) {
  return is_option_of_java(first) || has_value_in_java(first) ||
         (first.starts_with('-') && !first.starts_with("--") && first.size() > 2);
}

Arguments served(Arguments options) {
  options.insert(options.begin(), "serve");
  return options;
}

// Reads the options of DynamoDB Local.
class LocalOptions {
 public:
  explicit LocalOptions(std::span<const std::string> given) : given_(given) {}

  expected<Arguments, std::string> read() {
    bool in_memory = false, is_shared = false, has_cors = false, has_delay = false;
    std::string path, port;
    Arguments out;
    while (!given_.empty()) {
      const std::string name = given_.front();
      given_ = given_.subspan(1);
      if (is_option_of_java(name) || name == "-optimizeDbBeforeStartup" || name == "-disableTelemetry") continue;
      if (name == "-jar" || has_value_in_java(name)) {
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
        port = value;
      } else if (name == "-cors") {
        PARTITA_TRY(value_of(name));
        has_cors = true;
      } else if (name == "-delayTransientStatuses") {
        has_delay = true;
      } else if (name == "-help" || name == "-h") {
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
    if (has_cors) out.insert(out.end(), {"--cors", "on"});
    if (has_delay) out.insert(out.end(), {"--table-delay", "500"});
    if (!port.empty()) out.insert(out.end(), {"--port", port});
    // DynamoDB Local keeps a file in the directory that it is started in.
    if (in_memory)
      out.push_back("--memory");
    else
      out.insert(out.end(), {"--data", path.empty() ? "." : path});
    // Without -sharedDb, each region has tables of its own there.
    if (!is_shared) out.insert(out.end(), {"--regions", "many"});
    return out;
  }

 private:
  expected<std::string, std::string> value_of(const std::string& name) {
    const bool is_ours = name == "-dbPath" || name == "-cors" || name == "-port";
    if (given_.empty() || (is_ours && (given_.front().empty() || given_.front().starts_with('-'))))
      return unexpected(fmt::format("{} needs a value", name));
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

void add_container_settings(std::vector<Setting>& settings) {
  constexpr const char* kSource = "the image";
  if (value_of(settings, "data").empty() && value_of(settings, "memory").empty())
    settings.push_back({"memory", "true", kSource});
  if (!value_of(settings, "host").empty()) return;
  settings.push_back({"host", "0.0.0.0", kSource});
  if (value_of(settings, "published").empty()) settings.push_back({"published", "true", kSource});
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
  if (!rest.empty() && rest[0] == "--version") return rest;
  if (rest.empty() || rest[0].starts_with("--")) return served(std::move(rest));
  if (rest[0] == "serve") return served({rest.begin() + 1, rest.end()});
  return rest;
}

}  // namespace partita::tools
