#include "package_files.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/try.h"
#include "documents/read_file.h"
#include "model.h"

namespace partita::tools {
namespace {

// The file as it is on the disk, or nullopt if it does not exist.
std::optional<std::string> text_of(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  auto text = documents::read_bytes(path.string());
  return text ? std::optional(*std::move(text)) : std::nullopt;
}

}  // namespace

bool is_current(const std::filesystem::path& directory, const std::vector<modelling::PackageFile>& files) {
  bool is_same = true;
  for (const modelling::PackageFile& file : files) {
    if (file.is_kept) continue;
    const auto there = text_of(directory / file.path);
    if (there == file.text) continue;
    fmt::print("{} {}\n", (directory / file.path).string(), there ? "differs from the model" : "is missing");
    is_same = false;
  }
  if (!is_same) fmt::print("make the package again without --check\n");
  return is_same;
}

Result<void> write_package(const std::filesystem::path& directory, const std::vector<modelling::PackageFile>& files) {
  for (const modelling::PackageFile& file : files) {
    const std::filesystem::path path = directory / file.path;
    std::error_code error;
    if (file.is_kept && std::filesystem::exists(path, error)) continue;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) return invalid(fmt::format("{}: {}", path.parent_path().string(), error.message()));
    // An unchanged file keeps its time, so that programs are not compiled again.
    if (text_of(path) == file.text) continue;
    PARTITA_TRY(write_output(path.string(), file.text));
  }
  return {};
}

}  // namespace partita::tools
