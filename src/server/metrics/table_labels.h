// TableLabels: the tables that metrics may name in labels. Requests come from strangers, so only tables that exist have
// labels, and only a limited number of them.
//
// The label of a table of the server's own account and region is its name. That of any other table begins with a slash,
// which no name does: /ACCOUNT/REGION/NAME.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>

namespace partita::server {

struct TableOfAnother {
  std::string_view account, region, name;
};
inline bool is_of_another(std::string_view label) { return label.starts_with('/'); }
// Appends the label of the table to `out`.
void append_label(const TableOfAnother& table, std::string& out);
// The parts of such a label. Requires: is_of_another(label), and append_label() has made it.
TableOfAnother parts_of_label(std::string_view label);

// All functions may be called from any thread.
class TableLabels {
 public:
  using Exists = std::function<bool(std::string_view label)>;
  // At most `limit` labels of own tables, and as many of others, are there at a time, so that other accounts do not
  // take the place of the own one. `exists` tells whether the table of a label exists. If it is empty, tables get no
  // labels.
  TableLabels(std::size_t limit, Exists exists) : limit_(limit), exists_(std::move(exists)) {}

  std::size_t limit() const { return limit_; }
  // Whether `label` is one. That of an existing table becomes one if the limit allows it.
  bool admit(std::string_view label);
  bool contains(std::string_view label) const;
  // Removes the labels of tables that do not exist any more.
  void prune();
  // Changes whenever labels were removed.
  std::uint64_t removals() const { return removals_.load(std::memory_order_acquire); }

 private:
  const std::size_t limit_;
  const Exists exists_;
  mutable std::shared_mutex mutex_;
  using Labels = std::set<std::string, std::less<>>;
  const Labels& of_kind(std::string_view label) const { return is_of_another(label) ? others_ : own_; }
  Labels& of_kind(std::string_view label) { return is_of_another(label) ? others_ : own_; }
  Labels own_, others_;  // guarded by mutex_
  std::atomic<std::uint64_t> removals_{0};
};

}  // namespace partita::server
