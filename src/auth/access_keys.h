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
#include <vector>

namespace partita::auth {

struct AccessKey {
  std::string id;
  std::string secret;
  std::optional<std::string> session_token = {};
  std::optional<std::int64_t> expires_ms = {};  // milliseconds since the Unix epoch, from which on the key is refused
  std::optional<std::string> account = {};      // 12 digits
  std::string user = {};                        // the name of its section in the credentials file
};

class AccessKeys {
 public:
  // Requires: no two keys have the same id.
  explicit AccessKeys(std::vector<AccessKey> keys);
  // nullptr if the key is not known. The result lives as long as the table.
  const AccessKey* find(std::string_view id) const;
  std::size_t size() const { return keys_.size(); }

 private:
  std::vector<AccessKey> keys_;
  absl::flat_hash_map<std::string_view, const AccessKey*> by_id_;  // its names are the ids of keys_
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
