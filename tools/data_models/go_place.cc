#include "go_place.h"

#include <fmt/format.h>

#include <sstream>

#include "base/try.h"
#include "documents/read_file.h"
#include "modelling/generate/go/go_text.h"

namespace partita::tools {
namespace {

// The name in the line "module NAME" of a go.mod, which may be in quotes. Empty without such a line.
std::string module_of(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string keyword, name;
    if (!(words >> keyword >> name) || keyword != "module") continue;
    std::erase_if(name, [](char c) { return c == '"' || c == '`'; });
    return name;
  }
  return {};
}

}  // namespace

Result<GoPlace> go_place(const std::filesystem::path& directory) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(directory), error);
  GoPlace out;
  // "DIR/" has no last name.
  const std::filesystem::path place = whole.has_filename() ? whole : whole.parent_path();
  out.package = modelling::go::go_package_name(place.filename().string());
  for (std::filesystem::path above = place;; above = above.parent_path()) {
    const std::filesystem::path file = above / "go.mod";
    if (std::filesystem::is_regular_file(file, error)) {
      PARTITA_TRY_VALUE(text, documents::read_bytes(file.string()));
      out.import_path = module_of(text);
      if (out.import_path.empty()) return invalid(fmt::format("{} names no module", file.string()));
      const std::string within = std::filesystem::relative(place, above, error).generic_string();
      if (within != ".") out.import_path += '/' + within;
      return out;
    }
    if (above == above.parent_path()) return out;
  }
}

}  // namespace partita::tools
