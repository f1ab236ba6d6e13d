#include "identities/master_key_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "auth/credentials_file.h"
#include "auth/private_file.h"
#include "base/text.h"
#include "base/try.h"

namespace partita::identities {
namespace {

constexpr std::size_t kMostKeyFileBytes = 4096;

std::string text_of_keys(const std::vector<MasterKey>& keys) {
  std::string text;
  for (const MasterKey& key : keys) text += key.digits() + "\n";
  return text;
}

}  // namespace

std::string default_key_file(const std::string& data) {
  std::string path = std::filesystem::absolute(data).lexically_normal().string();
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path + ".key";
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

expected<std::vector<MasterKey>, std::string> read_key_file(const std::string& path, const std::string& data) {
  PARTITA_TRY_VALUE(text, auth::read_trusted_file(path, kMostKeyFileBytes, auth::Secret::Yes, data));
  std::vector<MasterKey> keys;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = base::trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    auto key = MasterKey::parse(line);
    if (!key)
      return unexpected(
          fmt::format("{}: a master key has 64 hexadecimal digits; make one with: openssl rand -hex 32", path));
    keys.push_back(std::move(*key));
  }
  if (keys.empty()) return unexpected(fmt::format("{}: the file has no master key", path));
  return keys;
}

expected<void, std::string> make_key_file(const std::string& path, const MasterKey& key, const std::string& data) {
  return auth::write_private_file(path, text_of_keys({key}), auth::Existing::Kept, data);
}

expected<void, std::string> replace_key_file(const std::string& path, const std::vector<MasterKey>& keys) {
  return auth::write_private_file(path, text_of_keys(keys), auth::Existing::Replaced);
}

}  // namespace partita::identities
