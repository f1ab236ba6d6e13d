// The names of types, for messages.
#pragma once

#include <partita/model/mistakes.h>

namespace partita::model::detail {

// Where `part` begins in `text`, its size if nowhere. std::string_view::find() does not do: see find_byte().
constexpr std::size_t find_text(std::string_view text, std::string_view part) {
  std::size_t at = 0;
  while (at < text.size() && text.substr(at, part.size()) != part) ++at;
  return at;
}

// As the compiler tells it.
template <class T>
constexpr std::string_view type_name() {
  const std::string_view function = __PRETTY_FUNCTION__;
  const std::string_view name = function.substr(find_text(function, "T = ") + 4);
  const std::size_t end = find_byte(name, ';');
  return name.substr(0, end == std::string_view::npos ? name.size() - 1 : end);
}

// As a program writes it.
template <class T>
constexpr void write_type(Text& where) {
  constexpr std::string_view kString = "std::__cxx11::basic_string<char>";
  std::string_view rest = type_name<T>();
  while (!rest.empty()) {
    const std::size_t at = find_text(rest, kString);
    where << rest.substr(0, at);
    if (at == rest.size()) return;
    where << "std::string";
    rest = rest.substr(at + kString.size());
    if (rest.substr(0, 2) == " >") rest = rest.substr(1);
  }
}

}  // namespace partita::model::detail
