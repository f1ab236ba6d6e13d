// The words of a title, by which it is found.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>
#include <vector>

namespace favorites {

// More words make a title that is refused: a change of title, which removes the old words and adds the new ones, has to
// fit one transaction.
inline constexpr std::size_t kMostTitleWords = 48;

// Each word once, in the order of their bytes: bounded as Unicode has it, in languages without spaces by dictionary, and
// folded, so that case, width and compatibility forms make no difference ("Straße" is "strasse", "ＡＢＣ" is "abc").
// Punctuation and symbols are no words. Of a word only the first 64 characters count.
// Errors: ValidationException for text that is not UTF-8; InternalServerError where ICU has no data.
partita::Result<std::vector<std::string>> words_of(std::string_view text);

}  // namespace favorites
