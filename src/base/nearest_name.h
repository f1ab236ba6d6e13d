// The known name that a misspelt one probably means.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace partita::base {

// The most changes of single characters with which a name is near, by the lengths of both names.
using MostChanges = std::size_t (*)(std::size_t name, std::size_t known);

// The element of `known` that takes the fewest changes of single characters, ignoring case, or an empty text if even
// that one takes more than `most` allows. A change inserts, deletes or replaces a character, or swaps two neighbours.
// The first one of several wins. Longer names than 256 bytes are compared by their beginnings.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known, MostChanges most);

}  // namespace partita::base
