// TableLabels: the names of tables that metrics may carry as labels. Requests come from strangers, so only names of
// tables that exist become labels, and only a limited number of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>

namespace partita::server {

// All functions may be called from any thread.
class TableLabels {
 public:
  using Exists = std::function<bool(std::string_view)>;
  // At most `limit` names are labels at a time. `exists` tells whether a table exists. If it is empty, no name becomes
  // a label.
  TableLabels(std::size_t limit, Exists exists) : limit_(limit), exists_(std::move(exists)) {}

  std::size_t limit() const { return limit_; }
  // Whether `name` is a label. An existing table becomes one if the limit allows it.
  bool admit(std::string_view name);
  bool contains(std::string_view name) const;
  // Removes the names of tables that do not exist any more.
  void prune();
  // Changes whenever names were removed.
  std::uint64_t removals() const { return removals_.load(std::memory_order_acquire); }

 private:
  const std::size_t limit_;
  const Exists exists_;
  mutable std::shared_mutex mutex_;
  std::set<std::string, std::less<>> names_;  // guarded by mutex_
  std::atomic<std::uint64_t> removals_{0};
};

}  // namespace partita::server
