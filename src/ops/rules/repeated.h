// Search for a name that repeats an earlier one in a list. It takes linear time, because validators search before any
// limit on the list's length was checked.
#pragma once

#include <string_view>
#include <unordered_set>

namespace partita::ops {

// The first of `elements` with the name of an earlier one, or the end if all names differ. `name_of` gives an element's
// name.
template <class Elements, class NameOf>
auto first_repeated(const Elements& elements, NameOf name_of) {
  std::unordered_set<std::string_view> seen;
  auto at = elements.begin();
  while (at != elements.end() && seen.insert(name_of(*at)).second) ++at;
  return at;
}

template <class Names>
auto first_repeated(const Names& names) {
  return first_repeated(names, [](std::string_view name) { return name; });
}

}  // namespace partita::ops
