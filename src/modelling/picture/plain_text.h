// Texts of a model in a form that is safe in a page or a picture. A model's names and values may hold any bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::modelling {

// Takes the first character off `text`, which must not be empty, and returns it. A byte that begins no well-formed
// UTF-8 is taken off alone and read as U+FFFD.
char32_t take_character(std::string_view& text);

// The text as valid UTF-8 in which every character is seen and keeps its place: a control character is shown by its
// symbol (U+2400 and following), and characters that change the direction of the text around them, that have no width,
// or that do not belong to a text are shown as U+FFFD.
std::string printable(std::string_view text);

// The printable text for the content or a quoted attribute of an XML or HTML element.
std::string escaped_markup(std::string_view text);

}  // namespace partita::modelling
