#include "favorites/words.h"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/ubrk.h>
#include <unicode/ustring.h>

#include <memory>
#include <set>

namespace favorites {
namespace {

using partita::Result;

constexpr int kMostCharacters = 64;

partita::unexpected<partita::Error> no_icu(UErrorCode status) {
  return partita::fail(partita::ErrorCode::InternalServerError, std::string("ICU: ") + u_errorName(status));
}

// Refuses bytes that fromUTF8 would silently replace.
bool is_utf8(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  std::int32_t needed = 0;
  u_strFromUTF8(nullptr, 0, &needed, text.data(), static_cast<std::int32_t>(text.size()), &status);
  return status == U_BUFFER_OVERFLOW_ERROR || U_SUCCESS(status);
}

Result<icu::UnicodeString> fold(std::string_view text) {
  if (!is_utf8(text)) return partita::invalid("The text is not UTF-8");
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  if (U_FAILURE(status)) return no_icu(status);
  icu::UnicodeString folded =
      folding->normalize(icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())}), status);
  if (U_FAILURE(status)) return no_icu(status);
  return folded;
}

std::string to_word(const icu::UnicodeString& text, std::int32_t begin, std::int32_t end) {
  icu::UnicodeString word = text.tempSubStringBetween(begin, end);
  if (word.countChar32() > kMostCharacters) word.truncate(word.moveIndex32(0, kMostCharacters));
  std::string out;
  word.toUTF8String(out);
  return out;
}

}  // namespace

Result<std::vector<std::string>> words_of(std::string_view text) {
  const auto folded = fold(text);
  if (!folded) return partita::unexpected(folded.error());
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> breaks(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  if (U_FAILURE(status)) return no_icu(status);
  breaks->setText(*folded);
  std::set<std::string> words;
  std::int32_t begin = breaks->first();
  for (std::int32_t end = breaks->next(); end != icu::BreakIterator::DONE; begin = end, end = breaks->next())
    if (breaks->getRuleStatus() >= UBRK_WORD_NONE_LIMIT) words.insert(to_word(*folded, begin, end));
  return std::vector<std::string>(words.begin(), words.end());
}

}  // namespace favorites
