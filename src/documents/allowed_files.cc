#include "documents/allowed_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace partita::documents {
namespace {

constexpr std::uintmax_t kMostLimitedBytes = std::uintmax_t{64} << 20;

// Empty: each file may be read.
std::vector<std::filesystem::path>& allowed_places() {
  static std::vector<std::filesystem::path> places;
  return places;
}

bool is_below(const std::filesystem::path& file, const std::filesystem::path& place) {
  const auto ends = std::ranges::mismatch(place, file);
  return ends.in1 == place.end();
}

}  // namespace

void limit_reading_to(const std::vector<std::string>& places) {
  std::error_code ignored;
  allowed_places().clear();
  for (const std::string& place : places) allowed_places().push_back(std::filesystem::weakly_canonical(place, ignored));
}

Result<void> check_allowed(const std::string& path) {
  if (allowed_places().empty()) return {};
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  const auto holds = [&](const std::filesystem::path& place) { return is_below(real, place); };
  if (error || std::ranges::none_of(allowed_places(), holds))
    return invalid(fmt::format("{} may not be read here, because it is not beside the model", path));
  if (!std::filesystem::is_regular_file(real, error)) return invalid(fmt::format("{} is not a regular file", path));
  if (std::filesystem::file_size(real, error) > kMostLimitedBytes)
    return invalid(fmt::format("{} has more than {} bytes", path, kMostLimitedBytes));
  return {};
}

}  // namespace partita::documents
