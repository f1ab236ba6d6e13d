// Rows in the order of their keys, as they are now and as they were at the pinned versions.
#pragma once

#include <absl/container/btree_map.h>
#include <absl/container/btree_set.h>

#include <deque>
#include <optional>
#include <vector>

#include "storage/memory/row.h"

namespace partita::storage {

// Only one thread may use it while it changes. Any number of threads may read it at a time.
//
// A slot holds the newest row of each key. A row that was replaced is kept in `past_` as long as a pinned version may
// see it. Until then the key's newest row stays in its slot too, even if it is a marker that the key was erased.
class Rows {
 public:
  // The row that a reader at `version` sees under `key`, or nullptr. Valid until the next write.
  const Row* find(std::string_view key, std::uint64_t version) const;

  // Calls visit(const Row&) for each row that `version` sees in [lower, upper), in rising order of keys, or in falling
  // order by walk_back(). An empty string means no bound. Ends when visit returns false. Returns the number of rows
  // that were passed over because `version` does not see them.
  template <class Visit>
  std::size_t walk(std::string_view lower, std::string_view upper, std::uint64_t version, Visit&& visit) const;
  template <class Visit>
  std::size_t walk_back(std::string_view lower, std::string_view upper, std::uint64_t version, Visit&& visit) const;

  // Replaced rows are kept for pinned versions up to this one. With nullopt they are dropped.
  using NewestPinned = std::optional<std::uint64_t>;
  // Requires, for write() and erase_range(): the version is not lower than in earlier calls and higher than every
  // pinned version.
  void write(Row row, NewestPinned newest_pinned);
  // Erases [lower, upper) at `version`. Requires: `upper` is not empty. If no pinned version needs rows of the past,
  // the erased rows move to `out`, so that the caller can free them after it releases its lock.
  void erase_range(std::string_view lower, std::string_view upper, std::uint64_t version, NewestPinned newest_pinned,
                   std::vector<Row>& out);
  // Frees up to `most` rows of the past that no version from `oldest_pinned` on can see. With nullopt no version
  // is pinned, so any row of the past may go.
  void forget(std::optional<std::uint64_t> oldest_pinned, std::size_t most);

  // The number of keys, erased ones with a past included, and the number of rows of the past.
  std::size_t size() const { return slots_.size(); }
  std::size_t past_size() const { return past_.size(); }

 private:
  // A number made from a key's first bytes, so that most comparisons stay in the tree's node. A higher key never has a
  // lower prefix. It has 8 bytes because a tree node holds fewer rows if their prefixes are
  // longer.
  using Prefix = std::uint64_t;
  static Prefix prefix_of(std::string_view key);
  struct SearchKey {
    explicit SearchKey(std::string_view its_key) : prefix(prefix_of(its_key)), key(its_key) {}
    Prefix prefix;
    std::string_view key;
  };
  struct Slot {
    Prefix prefix;
    mutable Row row;  // replacing it by another row of the same key does not move the slot
  };
  struct Less {
    using is_transparent = void;
    static std::string_view key_of(const Slot& slot) { return slot.row.key(); }
    static std::string_view key_of(const SearchKey& sought) { return sought.key; }
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      return a.prefix != b.prefix ? a.prefix < b.prefix : key_of(a) < key_of(b);
    }
  };
  using Slots = absl::btree_set<Slot, Less>;

  struct PastKey {
    std::string_view key;  // the row's
    std::uint64_t version;
    friend auto operator<=>(const PastKey&, const PastKey&) = default;
  };
  struct Past {
    Row row;
    std::uint64_t until;  // the version that replaced it
  };
  struct Due {
    PastKey past;
    std::uint64_t until;
  };

  const Row* seen(const Row& newest, std::uint64_t version) const;
  Slots::const_iterator lower_bound(std::string_view key) const { return slots_.lower_bound(SearchKey(key)); }
  // The same as lower_bound(), with two comparisons if the key follows the newest one.
  Slots::const_iterator place_of(const SearchKey& sought) const;
  // Keeps the row that is replaced at version `until`, if a pinned version sees it.
  void keep_past(const Row& row, std::uint64_t until, NewestPinned newest_pinned);
  bool has_past(std::string_view key) const;
  void erase(Slots::const_iterator at);

  Slots slots_;
  // The place behind the key that was added last, until another change moves slots. The records of a stream come in the
  // order of their keys, so the next one often goes there.
  std::optional<Slots::const_iterator> behind_newest_;
  absl::btree_map<PastKey, Past> past_;
  std::deque<Due> due_;  // the entries of past_, in the order in which they may go
};

template <class Visit>
std::size_t Rows::walk(std::string_view lower, std::string_view upper, std::uint64_t version, Visit&& visit) const {
  std::size_t passed = 0;
  const SearchKey end(upper);
  for (auto at = lower.empty() ? slots_.begin() : lower_bound(lower); at != slots_.end(); ++at) {
    if (!upper.empty() && !Less()(*at, end)) break;
    const Row* const row = seen(at->row, version);
    if (row == nullptr)
      ++passed;
    else if (!visit(*row))
      break;
  }
  return passed;
}

template <class Visit>
std::size_t Rows::walk_back(std::string_view lower, std::string_view upper, std::uint64_t version,
                            Visit&& visit) const {
  std::size_t passed = 0;
  const SearchKey begin(lower);
  for (auto at = upper.empty() ? slots_.end() : lower_bound(upper); at != slots_.begin();) {
    --at;
    if (Less()(*at, begin)) break;
    const Row* const row = seen(at->row, version);
    if (row == nullptr)
      ++passed;
    else if (!visit(*row))
      break;
  }
  return passed;
}

}  // namespace partita::storage
