// The words of a title, by which a search finds it.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>
#include <vector>

namespace favorites {

// A title with more words is refused, because a change of title removes the old words and adds the new ones in one
// transaction, which has a limit.
inline constexpr std::size_t kMostTitleWords = 48;

// Each word once, in the order of their bytes. Words are separated by Unicode's rules, with dictionaries for languages
// without spaces. They are folded, so that case, width and compatibility forms make no difference ("Straße" is
// "strasse", "ＡＢＣ" is "abc"). Punctuation and symbols are left out. Of each word only the first 64 characters count.
// Errors: ValidationException for text that is not UTF-8, and InternalServerError if ICU has no data.
partita::Result<std::vector<std::string>> words_of(std::string_view text);

}  // namespace favorites
