// serves checks at compile time that a table serves access patterns.
#pragma once

#include <partita/model/detail/planned_search.h>

namespace partita::model {

namespace detail {
template <class Table, class Pattern>
inline constexpr bool serves_one = [] {
  if constexpr (requires { Pattern::is_search; })
    return planned_search<Table, Pattern>::sound;
  else
    return planned_pattern<Table, Pattern>::sound;
}();
}  // namespace detail

// True if the table serves all of the patterns and searches, and its indexes hold the data for the answers. The
// compiler stops at a pattern for which this is not so. Patterns that the program never reads are checked only by this:
// static_assert(pt::serves<Shop, StatusFeed, LoadOrder>).
template <class Table, class... Patterns>
inline constexpr bool serves = (detail::serves_one<Table, Patterns> && ...);

}  // namespace partita::model
