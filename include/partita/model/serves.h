// serves checks at compile time that a table serves access patterns.
#pragma once

#include <partita/model/detail/planned.h>

namespace partita::model {

// True if the table serves all of the patterns, and its indexes hold the data for the answers. The compiler stops at a
// pattern for which this is not so. Patterns that the program never reads are checked only by this:
// static_assert(pt::serves<Shop, StatusFeed, LoadOrder>).
template <class Table, class... Patterns>
constexpr bool serves = (detail::planned_pattern<Table, Patterns>::sound && ...);

}  // namespace partita::model
