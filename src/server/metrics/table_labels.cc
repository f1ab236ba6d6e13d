#include "server/metrics/table_labels.h"

#include <mutex>

namespace partita::server {

void append_label(const TableOfAnother& table, std::string& out) {
  out.append("/").append(table.account).append("/").append(table.region).append("/").append(table.name);
}

TableOfAnother parts_of_label(std::string_view label) {
  const auto take = [&label] {
    label.remove_prefix(1);
    const std::string_view part = label.substr(0, label.find('/'));
    label.remove_prefix(part.size());
    return part;
  };
  const std::string_view account = take(), region = take();
  return {account, region, label.substr(1)};
}

bool TableLabels::contains(std::string_view label) const {
  const std::shared_lock lock(mutex_);
  return of_kind(label).contains(label);
}

bool TableLabels::admit(std::string_view label) {
  if (limit_ == 0 || !exists_) return false;
  {
    const std::shared_lock lock(mutex_);
    const Labels& labels = of_kind(label);
    if (labels.contains(label)) return true;
    if (labels.size() >= limit_) return false;
  }
  if (!exists_(label)) return false;
  const std::lock_guard lock(mutex_);
  Labels& labels = of_kind(label);
  if (labels.size() < limit_) labels.emplace(label);
  return labels.contains(label);
}

void TableLabels::prune() {
  if (!exists_) return;
  const auto is_gone = [&](const std::string& label) { return !exists_(label); };
  const std::lock_guard lock(mutex_);
  if (std::erase_if(own_, is_gone) + std::erase_if(others_, is_gone) > 0)
    removals_.fetch_add(1, std::memory_order_release);
}

}  // namespace partita::server
