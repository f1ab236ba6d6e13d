#include "protocol/json/json_writer.h"

#include <charconv>

namespace partita::protocol {

void write(Writer& writer, bool value) { writer.put(value ? std::string_view("true") : std::string_view("false")); }

void write(Writer& writer, std::int64_t value) {
  constexpr std::size_t kMostDigits = 24;
  char* const digits = writer.room(kMostDigits);
  writer.wrote(std::to_chars(digits, digits + kMostDigits, value).ptr);
}

void write(Writer& writer, double value) {
  constexpr std::size_t kMostDigits = 400;
  char* const digits = writer.room(kMostDigits);
  char* const end = std::to_chars(digits, digits + kMostDigits, value, std::chars_format::fixed).ptr;
  writer.wrote(end);
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  if (text.find('.') == std::string_view::npos) writer.put(".0");
}

void write(Writer& writer, float value) {
  constexpr std::size_t kMostDigits = 32;
  char* const digits = writer.room(kMostDigits);
  char* const end = std::to_chars(digits, digits + kMostDigits, value).ptr;
  writer.wrote(end);
  if (std::string_view(digits, static_cast<std::size_t>(end - digits)).find_first_of(".e") == std::string_view::npos)
    writer.put(".0");
}

}  // namespace partita::protocol
