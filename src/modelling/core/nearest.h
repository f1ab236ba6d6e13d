// The known name that a misspelt one probably means.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace partita::modelling {

// The element of `known` that takes the fewest changes of single characters, ignoring case, or an empty text if even
// that one differs in more than a third of its characters. The first one of several wins.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

// For the end of an error: "; did you mean 'operation'?", or "; it is one of a, b, c" if no name is near. A word that
// other systems have for a known name (other_words.def), such as int for integer, is nearer than any spelling. Returns
// an empty text if `known` is empty.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

}  // namespace partita::modelling
