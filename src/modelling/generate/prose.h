// Texts of comments, which are the same for each language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

// The words of a text, so that line ends and other control bytes become blanks.
std::vector<std::string> prose_words(std::string_view text);
// The words in lines of at most `width` bytes; a longer word has a line of its own.
std::vector<std::string> prose_lines(std::string_view text, std::size_t width);

}  // namespace partita::modelling
