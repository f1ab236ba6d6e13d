// AccessKeys: the keys that may come in. A table never changes; new keys are a new table (KeyStore).
#pragma once

#include <absl/container/flat_hash_map.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::iam {
class Identity;
}

namespace partita::auth {

// What the section of a key says about its user's permissions. Nobody reads it in this layer.
struct UserSettings {
  std::vector<std::string> policies = {};  // names of files, relative to the credentials file's directory
  std::string boundary = {};               // the name of a file, or empty
  std::string user_id = {};                // aws:userid, or empty
  std::string path = {};                   // of the user's ARN, such as "/team/", or empty
  bool root = false;                       // the key is the account's root
  std::vector<std::pair<std::string, std::string>> tags = {};
  std::size_t policy_line = 0, boundary_line = 0;  // of the settings in the credentials file, from 1; 0: absent
};

struct AccessKey {
  std::string id;
  std::string secret;
  std::optional<std::string> session_token = {};
  std::optional<std::int64_t> expires_ms = {};  // milliseconds since the Unix epoch, from which on the key is refused
  std::optional<std::string> account = {};      // 12 digits
  // The name of its section in the credentials file or of its user, "root", or "ROLE/SESSION" for the session of a
  // role.
  std::string user = {};
  UserSettings settings = {};
  // The user with its policies. permissions/ sets it, and it is null if nobody asks policies.
  std::shared_ptr<const iam::Identity> identity = {};
};

// Finds the keys of sessions. No table has them, because the token of a session carries all that is known of it.
class SessionKeys {
 public:
  virtual ~SessionKeys() = default;
  // The key `id` that was given out with `token`, which the result has as its session_token. nullptr if that was not
  // done here, or if its user or role is gone. The key may have expired. Any thread may call it.
  virtual std::shared_ptr<const AccessKey> find(std::string_view id, std::string_view token) const = 0;
};

class AccessKeys {
 public:
  // Requires: no two keys have the same id. `sessions` may be null.
  explicit AccessKeys(std::vector<AccessKey> keys, std::shared_ptr<const SessionKeys> sessions = nullptr);
  // nullptr if the key is not known. The result lives as long as the table.
  const AccessKey* find(std::string_view id) const;
  std::size_t size() const { return keys_.size(); }
  // nullptr if there are no sessions.
  const SessionKeys* sessions() const { return sessions_.get(); }

 private:
  std::vector<AccessKey> keys_;
  absl::flat_hash_map<std::string_view, const AccessKey*> by_id_;  // its names are the ids of keys_
  std::shared_ptr<const SessionKeys> sessions_;
};

// The table that counts now. Any thread may call its functions.
class KeyStore {
 public:
  explicit KeyStore(std::shared_ptr<const AccessKeys> keys) : keys_(std::move(keys)) {}
  void publish(std::shared_ptr<const AccessKeys> keys);
  // A number that changes with the table. It lets a reader keep a table without a lock.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }
  std::shared_ptr<const AccessKeys> keys() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const AccessKeys> keys_;  // guarded by mutex_
  std::atomic<std::uint64_t> version_{1};
};

}  // namespace partita::auth
