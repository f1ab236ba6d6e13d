// The names of types, for messages.
#pragma once

#include <partita/model/detail/mistakes.h>

namespace partita::model::detail {

// Returns the position at which `part` begins in `text`, or the size of `text`. std::string_view::find() cannot be
// used, for the reason in find_byte().
constexpr std::size_t find_text(std::string_view text, std::string_view part) {
  std::size_t at = 0;
  while (at < text.size() && text.substr(at, part.size()) != part) ++at;
  return at;
}

// Returns the name that the compiler uses.
template <class T>
constexpr std::string_view type_name() {
  const std::string_view function = __PRETTY_FUNCTION__;
  const std::string_view name = function.substr(find_text(function, "T = ") + 4);
  const std::size_t end = find_byte(name, ';');
  return name.substr(0, end == std::string_view::npos ? name.size() - 1 : end);
}

// Writes the name that a program uses. The compilers' names of std::string are replaced.
template <class T>
constexpr void write_type(Text& where) {
  std::string_view rest = type_name<T>();
  while (!rest.empty()) {
    std::size_t at = rest.size(), size = 0;
    for (const std::string_view name : {"std::__cxx11::basic_string<char>", "std::basic_string<char>"})
      if (const std::size_t found = find_text(rest, name); found < at) at = found, size = name.size();
    where << rest.substr(0, at);
    if (at == rest.size()) return;
    where << "std::string";
    rest = rest.substr(at + size);
    if (rest.substr(0, 2) == " >") rest = rest.substr(1);
  }
}

}  // namespace partita::model::detail
