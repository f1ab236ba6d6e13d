// Which name of a list repeats an earlier one, found in linear time: validators look before any limit on the list's length.
#pragma once

#include <string_view>
#include <unordered_set>

namespace partita::ops {

// The first of `elements` whose name, as `name_of` gives it, an earlier one has; the end where there is none.
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
