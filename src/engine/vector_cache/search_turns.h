// SearchTurns: the permissions of searches to read the store, of which there are few at a time.
//
// A search that must wait is granted a turn as soon as it may have one. An ended turn is handed to the search that has
// waited longest among those that may run, so no later one can take it before. To end a turn and to grant one takes no
// memory. All functions may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace partita::engine {

class SearchTurns {
 public:
  // The turns that a partition needs now.
  enum class Need : std::uint8_t {
    None,    // its searches read the memory
    One,     // the first search reads it into memory, and others must wait for that one
    Several  // each search reads it from the store by itself
  };
  using NeedOf = std::function<Need(std::string_view prefix)>;

 private:
  struct Place;
  using Places = std::list<Place>;

 public:
  // At most `most` turns are taken at a time. `need_of` is called often, from any thread and with a lock held. It must
  // need no memory, and must not call this object. Requires: `most` is not 0.
  SearchTurns(std::size_t most, NeedOf need_of) : most_(most), need_of_(std::move(need_of)) {}

  // A turn lasts until its object is destroyed. The object must not outlive the SearchTurns.
  class Turn {
   public:
    // The turn of a search that needs none.
    Turn() = default;
    Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)), place_(other.place_) {}
    Turn& operator=(Turn&& other) noexcept {
      std::swap(turns_, other.turns_);
      std::swap(place_, other.place_);
      return *this;
    }
    ~Turn() {
      if (turns_) turns_->end(place_);
    }

   private:
    friend class SearchTurns;
    Turn(SearchTurns& turns, Places::iterator place) : turns_(&turns), place_(place) {}

    SearchTurns* turns_ = nullptr;
    Places::iterator place_;
  };

  // Called once, on the thread that ended another turn. It must not search by itself. If memory runs out, it ends with
  // std::bad_alloc, and the turn goes to the next search.
  using Granted = std::function<void(Turn)>;
  // Takes a turn of the partition with this prefix. nullopt if the search must wait: then `granted` gets its turn.
  // Searches of one partition have their turns in the order in which they asked.
  std::optional<Turn> take(std::string_view prefix, Granted granted);

 private:
  struct Place {
    std::string prefix;
    Granted granted;
    bool shares = false;  // of a taken turn: whether the partition's searches need several turns
  };

  // Whether a turn that is taken keeps this partition's searches waiting.
  bool is_taken(std::string_view prefix) const;
  void look_up_needs();
  void end(Places::iterator place) noexcept;
  // Takes the next search that may run out of the lists of those that wait. nullopt if there is none.
  std::optional<std::pair<Granted, Turn>> next();

  const std::size_t most_;
  const NeedOf need_of_;
  std::mutex mutex_;
  Places taken_;           // guarded by mutex_, like all below
  Places waiting_;         // in the order in which they asked
  Places free_;            // they waited, and need no turn any more
  bool granting_ = false;  // a thread grants turns until no search that waits may run
};

}  // namespace partita::engine
