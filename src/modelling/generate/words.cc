#include "modelling/generate/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace partita::modelling {
namespace {

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 128; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char to_upper_byte(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char to_lower_byte(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// A word in capitals becomes small letters, and the first letter a capital.
std::string capitalized(std::string word) {
  const bool shouts =
      word.size() > 1 && std::all_of(word.begin(), word.end(), [](char c) { return to_upper_byte(c) == c; });
  if (shouts) std::transform(word.begin(), word.end(), word.begin(), to_lower_byte);
  word[0] = to_upper_byte(word[0]);
  return word;
}

}  // namespace

std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words;
  bool begins = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_word_byte(name[i])) {
      begins = true;
      continue;
    }
    const bool upper_after_lower = i > 0 && is_upper(name[i]) && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (begins || upper_after_lower) words.emplace_back();
    begins = false;
    words.back() += name[i];
  }
  if (words.empty() || std::isdigit(static_cast<unsigned char>(words[0][0]))) words.insert(words.begin(), "x");
  return words;
}

std::string camel(std::string_view name) {
  std::string out;
  for (std::string& word : words_in(name)) out += capitalized(std::move(word));
  return out;
}

std::string lower_camel(std::string_view name) {
  std::string out;
  for (std::string& word : words_in(name)) {
    if (out.empty())
      std::transform(word.begin(), word.end(), std::back_inserter(out), to_lower_byte);
    else
      out += capitalized(std::move(word));
  }
  return out;
}

std::string snake(std::string_view name) {
  std::string out;
  for (const std::string& word : words_in(name)) {
    if (!out.empty()) out += '_';
    for (const char c : word) out += to_lower_byte(c);
  }
  return out;
}

std::string DistinctNames::distinct(std::string name) {
  std::string out = name;
  for (int number = 2; !taken_.insert(out).second; ++number) out = fmt::format("{}{}", name, number);
  return out;
}

}  // namespace partita::modelling
