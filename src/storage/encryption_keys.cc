#include "storage/encryption_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "auth/credentials_file.h"
#include "auth/private_file.h"
#include "base/text.h"
#include "base/try.h"

namespace partita::storage {
namespace {

constexpr std::size_t kMostKeyFileBytes = 64 << 10;

std::uint64_t id_of(const auth::MasterKey& key) {
  std::uint64_t id = 0;
  const auth::Digest digest = key.key_for("partita file key id 1");
  for (std::size_t i = 0; i < sizeof id; ++i) id = id << 8 | digest[i];
  return id;
}

auth::HmacKey derived(const auth::MasterKey& key, std::string_view purpose) {
  return auth::HmacKey(auth::view(key.key_for(purpose)));
}

expected<std::string, std::string> text_of_file(const std::string& path, const std::string& data) {
  return auth::read_trusted_file(path, kMostKeyFileBytes, auth::Secret::Yes, data);
}

}  // namespace

EncryptionKey::EncryptionKey(const auth::MasterKey& key)
    : id(id_of(key)), headers(derived(key, "partita file header 1")), files(derived(key, "partita file 1")) {}

std::string text_of_key_id(std::uint64_t id) { return fmt::format("{:016x}", id); }

EncryptionKeys::EncryptionKeys(const std::vector<auth::MasterKey>& keys, std::string source)
    : source_(std::move(source)) {
  for (const auth::MasterKey& key : keys) keys_.emplace_back(key);
}

const EncryptionKey* EncryptionKeys::find(std::uint64_t id) const {
  const auto found = std::ranges::find(keys_, id, &EncryptionKey::id);
  return found == keys_.end() ? nullptr : &*found;
}

expected<EncryptionKeys, std::string> parse_encryption_keys(std::string_view text, const std::string& source) {
  std::vector<auth::MasterKey> keys;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = base::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    auto key = auth::MasterKey::parse(line);
    if (!key)
      return unexpected(fmt::format(
          "{}: line {} is not a key of 64 hexadecimal digits; 'partita encryption new-key FILE' makes a file with one",
          source, number));
    keys.push_back(std::move(*key));
  }
  if (keys.empty())
    return unexpected(
        fmt::format("{}: the file has no key; 'partita encryption new-key FILE' makes a file with one", source));
  return EncryptionKeys(keys, source);
}

expected<EncryptionKeys, std::string> read_encryption_keys(const std::string& path, const std::string& data) {
  PARTITA_TRY_VALUE(text, text_of_file(path, data));
  return parse_encryption_keys(text, path);
}

Result<std::shared_ptr<const EncryptionKeys>> keys_of_option(const std::string& path, const std::string& data) {
  if (path.empty()) return nullptr;
  auto keys = read_encryption_keys(path, data);
  if (!keys) return fail(ErrorCode::DataDirectoryUnreadable, "the encryption key cannot be used: " + keys.error());
  return std::make_shared<const EncryptionKeys>(std::move(*keys));
}

expected<std::uint64_t, std::string> make_encryption_key_file(const std::string& path) {
  const auth::MasterKey key = auth::MasterKey::make();
  PARTITA_TRY(auth::write_private_file(path, key.digits() + "\n", auth::Existing::Kept));
  return id_of(key);
}

expected<std::uint64_t, std::string> add_encryption_key(const std::string& path) {
  PARTITA_TRY_VALUE(text, text_of_file(path, auth::folder_of(path)));
  PARTITA_TRY(parse_encryption_keys(text, path));
  const auth::MasterKey key = auth::MasterKey::make();
  PARTITA_TRY(auth::write_private_file(path, key.digits() + "\n" + text, auth::Existing::Replaced));
  return id_of(key);
}

}  // namespace partita::storage
