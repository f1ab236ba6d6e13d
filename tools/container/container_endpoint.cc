#include "container/container_endpoint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "base/try.h"
#include "container/container_arguments.h"
#include "serve/settings.h"

namespace partita::tools {
namespace {

// The words of a process below /proc. Empty if it has gone or belongs to somebody else.
std::vector<std::string> words_of(const std::filesystem::path& process) {
  std::ifstream file(process / "cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(std::move(word));
  return words;
}

bool is_server(const std::vector<std::string>& words) {
  return is_container_call(words) || (words.size() > 1 && words[1] == "serve");
}

std::optional<std::vector<std::string>> find_server() {
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != name.npos || name == std::to_string(::getpid())) continue;
    // Other programs may have such words too, for example one that is called java.
    if (std::filesystem::read_symlink(entry.path() / "exe", ignored) != own) continue;
    if (auto words = words_of(entry.path()); is_server(words)) return words;
  }
  return std::nullopt;
}

}  // namespace

expected<std::string, std::string> container_endpoint(const CLI::App& serve) {
  const auto words = find_server();
  if (!words) return unexpected(std::string("there is no partita serve in this container"));
  std::vector<std::string> arguments(words->begin() + 1, words->end());
  if (is_container_call(*words)) {
    PARTITA_TRY_VALUE(translated, container_arguments(*words));
    arguments = std::move(translated);
  }
  if (!arguments.empty()) arguments.erase(arguments.begin());
  PARTITA_TRY_VALUE(settings, settings_of(serve, arguments, &environment_variable));
  std::string host = value_of(settings, "host"), port = value_of(settings, "port");
  if (host.empty() || host == "0.0.0.0") host = "127.0.0.1";
  if (host.find(':') != host.npos) host = "[" + (host == "::" ? "::1" : host) + "]";
  const bool has_tls =
      !value_of(settings, "tls-certificate").empty() || value_of(settings, "tls-self-signed") == "true";
  return fmt::format("{}://{}:{}", has_tls ? "https" : "http", host, port.empty() ? "8000" : port);
}

}  // namespace partita::tools
