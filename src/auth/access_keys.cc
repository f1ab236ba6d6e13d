#include "auth/access_keys.h"

#include "base/check.h"

namespace partita::auth {

AccessKeys::AccessKeys(std::vector<AccessKey> keys, std::shared_ptr<const SessionKeys> sessions)
    : keys_(std::move(keys)), sessions_(std::move(sessions)) {
  by_id_.reserve(keys_.size());
  for (const AccessKey& key : keys_) PARTITA_CHECK(by_id_.emplace(key.id, &key).second);
}

const AccessKey* AccessKeys::find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

void KeyStore::publish(std::shared_ptr<const AccessKeys> keys) {
  // The old table may be the last reference, so it is destroyed after the lock.
  const std::lock_guard lock(mutex_);
  keys_.swap(keys);
  version_.fetch_add(1, std::memory_order_release);
}

std::shared_ptr<const AccessKeys> KeyStore::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

}  // namespace partita::auth
