// Rows in the order of their keys, as they are now and as the alive moments see them.
#pragma once

#include <absl/container/btree_map.h>
#include <absl/container/btree_set.h>

#include <deque>
#include <optional>
#include <vector>

#include "storage/memory/row.h"

namespace partita::storage {

// Not for several threads at once, but for any number that only read.
//
// One row stands for each key, the newest. What it replaced is kept in `past_` as long as a moment may see it, and so
// long the newest stands there, even if all it says is that the key was erased.
class Rows {
 public:
  // What a reader at version `moment` sees under `key`: nullptr where there is none. Valid until the next write.
  const Row* find(std::string_view key, std::uint64_t moment) const;

  // Calls visit(const Row&) for each row that `moment` sees in [lower, upper), each empty: no bound; or from the last
  // to the first. Ends when visit returns false. Returns how many were passed over.
  template <class Visit>
  std::size_t walk(std::string_view lower, std::string_view upper, std::uint64_t moment, Visit&& visit) const;
  template <class Visit>
  std::size_t walk_back(std::string_view lower, std::string_view upper, std::uint64_t moment, Visit&& visit) const;

  // The rows replaced are kept for moments up to `newest_moment`; none: for nobody.
  using NewestMoment = std::optional<std::uint64_t>;
  // Requires, of these two: the version is not lower than in calls before, and higher than every moment.
  void write(Row row, NewestMoment newest_moment);
  // Erases [lower, upper) at `version`. What nobody sees any more goes to `out`, for it to be freed elsewhere.
  void erase_range(std::string_view lower, std::string_view upper, std::uint64_t version, NewestMoment newest_moment,
                   std::vector<Row>& out);
  // Frees up to `most` rows of the past that no moment from `oldest_moment` on sees; none: that nobody sees.
  void forget(std::optional<std::uint64_t> oldest_moment, std::size_t most);

  // How many keys stand there, and rows of the past.
  std::size_t size() const { return slots_.size(); }
  std::size_t past_size() const { return past_.size(); }

 private:
  // Of a key's first Store::kPrefixBytes, so that most comparisons stay in the tree's node: never higher than that of a
  // higher key. The fewer bytes it has, the more rows a node has: with 16 a Get of 10^5 rows took 6 % longer, and so
  // did a PutItem with three indexes.
  using Prefix = std::uint64_t;
  static Prefix prefix_of(std::string_view key);
  struct Sought {
    explicit Sought(std::string_view its_key) : prefix(prefix_of(its_key)), key(its_key) {}
    Prefix prefix;
    std::string_view key;
  };
  struct Slot {
    Prefix prefix;
    mutable Row row;  // another row of the same key does not move the slot
  };
  struct Less {
    using is_transparent = void;
    static std::string_view key_of(const Slot& slot) { return slot.row.key(); }
    static std::string_view key_of(const Sought& sought) { return sought.key; }
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

  const Row* seen(const Row& newest, std::uint64_t moment) const;
  Slots::const_iterator lower_bound(std::string_view key) const { return slots_.lower_bound(Sought(key)); }
  // Keeps the row that is replaced at version `until`, if a moment sees it.
  void keep_past(const Row& row, std::uint64_t until, NewestMoment newest_moment);
  bool has_past(std::string_view key) const;

  Slots slots_;
  absl::btree_map<PastKey, Past> past_;
  std::deque<Due> due_;  // what is in past_, in the order in which it may go
};

template <class Visit>
std::size_t Rows::walk(std::string_view lower, std::string_view upper, std::uint64_t moment, Visit&& visit) const {
  std::size_t passed = 0;
  const Sought end(upper);
  for (auto at = lower.empty() ? slots_.begin() : lower_bound(lower); at != slots_.end(); ++at) {
    if (!upper.empty() && !Less()(*at, end)) break;
    const Row* const row = seen(at->row, moment);
    if (row == nullptr)
      ++passed;
    else if (!visit(*row))
      break;
  }
  return passed;
}

template <class Visit>
std::size_t Rows::walk_back(std::string_view lower, std::string_view upper, std::uint64_t moment, Visit&& visit) const {
  std::size_t passed = 0;
  const Sought begin(lower);
  for (auto at = upper.empty() ? slots_.end() : lower_bound(upper); at != slots_.begin();) {
    --at;
    if (Less()(*at, begin)) break;
    const Row* const row = seen(at->row, moment);
    if (row == nullptr)
      ++passed;
    else if (!visit(*row))
      break;
  }
  return passed;
}

}  // namespace partita::storage
