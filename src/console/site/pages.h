// The files of the console's pages, as the build compressed them.
#pragma once

#include <span>
#include <string_view>

namespace partita::console {

struct Page {
  std::string_view path;  // such as "/app/main.js"
  std::string_view gzip;
};

// All of them. cmake/console_pages.cmake writes the definition.
std::span<const Page> pages();

}  // namespace partita::console
