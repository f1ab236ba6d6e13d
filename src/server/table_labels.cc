#include "server/table_labels.h"

#include <mutex>

namespace partita::server {

bool TableLabels::contains(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  return names_.contains(name);
}

bool TableLabels::admit(std::string_view name) {
  if (limit_ == 0 || !exists_) return false;
  {
    const std::shared_lock lock(mutex_);
    if (names_.contains(name)) return true;
    if (names_.size() >= limit_) return false;
  }
  if (!exists_(name)) return false;
  const std::lock_guard lock(mutex_);
  if (names_.size() < limit_) names_.emplace(name);
  return names_.contains(name);
}

void TableLabels::prune() {
  if (!exists_) return;
  const std::lock_guard lock(mutex_);
  if (std::erase_if(names_, [&](const std::string& name) { return !exists_(name); }) > 0)
    removals_.fetch_add(1, std::memory_order_release);
}

}  // namespace partita::server
