#include "modelling/generate/prose.h"

#include <utility>

namespace partita::modelling {

std::vector<std::string> prose_words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) out.push_back(std::exchange(word, {}));
  };
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f)
      end_word();
    else
      word += c;
  }
  end_word();
  return out;
}

std::vector<std::string> prose_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& word : prose_words(text)) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width)
      lines.push_back(word);
    else
      lines.back() += ' ' + word;
  }
  return lines;
}

}  // namespace partita::modelling
