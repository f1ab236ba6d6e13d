#include "storage/rocks/recovery/wal_guard.h"

namespace partita::storage {

void WalGuard::fail_all_logs(std::string reason) {
  const std::lock_guard lock(mutex_);
  last_failed_ = newest_.load();
  reason_ = std::move(reason);
  failed_.store(true, std::memory_order_release);
}

std::string WalGuard::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

WalGuard::Admission WalGuard::admit(std::uint64_t log) {
  if (!failed()) return Admission::Pass;
  const std::lock_guard lock(mutex_);
  if (healing_) return log <= last_failed_ ? Admission::Skip : Admission::Pass;
  // The newest log may have begun after the failure, for a write that was already under way.
  last_failed_ = newest_.load();
  return Admission::Refuse;
}

bool WalGuard::end_failure() {
  const std::lock_guard lock(mutex_);
  if (newest_.load() <= last_failed_) return false;
  failed_.store(false, std::memory_order_release);
  return true;
}

}  // namespace partita::storage
