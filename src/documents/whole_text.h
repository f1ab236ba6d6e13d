// Finds two faults that a YAML parser passes over in silence: bytes that are not UTF-8, and text behind the first
// document.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita::documents {

struct TextFault {
  int line = 1;
  std::string message;
};

// The first of these faults, or nullopt. Text in UTF-16 and UTF-32 is not examined.
std::optional<TextFault> find_text_fault(std::string_view text);

// The text without the mark with which some editors begin a file in UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace partita::documents
