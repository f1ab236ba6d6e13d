#include <fmt/format.h>

#include <algorithm>

#include "auth/random_key.h"
#include "base/base64.h"
#include "base/try.h"
#include "identities/changes.h"
#include "identities/checks.h"
#include "identities/store.h"

namespace partita::identities {
namespace {

expected<StoredKey, std::string> sealed(const MasterKey& master, const KeyWithSecret& key) {
  PARTITA_TRY_VALUE(bytes, seal(secret_sealing_key(master), key.id, key.secret));
  return StoredKey{.id = key.id, .sealed_secret = base::to_base64(bytes)};
}

Done checked_room(const std::vector<StoredKey>& keys) {
  if (keys.size() < kMostKeys) return {};
  return refuse(
      fmt::format("there are {} access keys already, the most that IAM allows; delete one of them", kMostKeys));
}

Done add_key(std::vector<StoredKey>& keys, const MasterKey& master, const KeyWithSecret& key,
             std::optional<std::int64_t> expires_ms, std::int64_t now_ms) {
  PARTITA_TRY(checked_room(keys));
  PARTITA_TRY_VALUE(stored, sealed(master, key));
  stored.created_ms = now_ms;
  stored.expires_ms = expires_ms;
  keys.push_back(std::move(stored));
  return {};
}

}  // namespace

expected<KeyWithSecret, std::string> create_key(std::vector<StoredKey>& keys, const MasterKey& master,
                                                std::optional<std::int64_t> expires_ms, std::int64_t now_ms) {
  KeyWithSecret key{auth::random_id("AKIA", auth::kKeyIdCharacters), auth::random_secret()};
  PARTITA_TRY(add_key(keys, master, key, expires_ms, now_ms));
  return key;
}

Done import_key(Contents& contents, std::vector<StoredKey>& keys, const MasterKey& master, const KeyWithSecret& key,
                std::optional<std::int64_t> expires_ms, std::int64_t now_ms) {
  if (key_of_id(contents, key.id)) return refuse(fmt::format("there is an access key {} already", key.id));
  return add_key(keys, master, key, expires_ms, now_ms);
}

expected<FoundKey, std::string> key_of_id(Contents& contents, std::string_view id) {
  for (Account& account : contents.accounts) {
    for (StoredKey& key : account.root_keys)
      if (key.id == id) return FoundKey{&account, nullptr, &account.root_keys, &key};
    for (User& user : account.users)
      for (StoredKey& key : user.keys)
        if (key.id == id) return FoundKey{&account, &user, &user.keys, &key};
  }
  return refuse(fmt::format("there is no access key {}", id));
}

expected<KeyWithSecret, std::string> rotate_key(Contents& contents, std::string_view id, const MasterKey& master,
                                                std::int64_t overlap_s, std::int64_t now_ms) {
  PARTITA_TRY_VALUE(found, key_of_id(contents, id));
  std::erase_if(*found.keys, [&](const StoredKey& key) {
    return key.id != id && (key.disabled || (key.expires_ms && *key.expires_ms <= now_ms));
  });
  // Room for both is checked here, because an expiry of the old key would help nobody who gets no new one.
  PARTITA_TRY_VALUE(made, create_key(*found.keys, master, std::nullopt, now_ms));
  for (StoredKey& key : *found.keys) {
    const std::int64_t end_ms = now_ms + overlap_s * 1000;
    if (key.id == id && (!key.expires_ms || *key.expires_ms > end_ms)) key.expires_ms = end_ms;
  }
  return std::move(made);
}

void delete_key(const FoundKey& found) {
  const std::string id = found.key->id;
  std::erase_if(*found.keys, [&](const StoredKey& key) { return key.id == id; });
}

}  // namespace partita::identities
