#include "console/site/files.h"

#include <array>

#include "auth/sha256.h"
#include "base/text.h"
#include "console/site/pages.h"

namespace partita::console {
namespace {

// A browser that must not guess types runs a script only if its type is right.
std::string_view content_type(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kTypes{{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
      {".woff2", "font/woff2"},
  }};
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return type;
  return "application/octet-stream";
}

}  // namespace

Files::Files() {
  for (const Page& page : pages()) {
    // 64 bits of the hash tell the versions of a file apart.
    std::string& etag = etags_[page.path];
    etag = "\"" + std::string(auth::view(auth::hex(auth::sha256(page.gzip))).substr(0, 16)) + "\"";
    files_[page.path] = {.content_type = content_type(page.path), .etag = etag, .gzip = page.gzip};
  }
}

const server::ConsoleFile* Files::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace partita::console
