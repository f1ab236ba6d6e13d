// IonNesting: follows the brackets of an Ion text line by line, to find the end of a record that extends over several
// lines.
#pragma once

#include <cstdint>
#include <string_view>

namespace partita::transfer {

class IonNesting {
 public:
  // Takes the next line, without its end.
  void add(std::string_view line);
  // Whether all brackets, texts and comments are closed.
  bool is_closed() const { return depth_ <= 0 && in_ == In::Values; }
  bool is_in_long_text() const { return in_ == In::LongText; }
  void reset() { *this = {}; }

 private:
  enum class In : std::uint8_t { Values, Text, Symbol, LongText, Blob, Comment };

  // Returns the number of characters that were taken at the beginning of `rest`.
  std::size_t step(std::string_view rest);

  In in_ = In::Values;
  long depth_ = 0;
};

}  // namespace partita::transfer
