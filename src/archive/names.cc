#include "archive/names.h"

#include <fmt/format.h>

#include <charconv>

namespace partita::archive {
namespace {

constexpr std::size_t kDigits = 10;

std::string folder_of(std::uint64_t generation) { return fmt::format("{}{:010}/", kGenerationsFolder, generation); }

}  // namespace

std::string writer_name(std::uint64_t writer) { return fmt::format("{}{:010}", kWritersFolder, writer); }
std::string generation_name(std::uint64_t generation) { return folder_of(generation) + "begin"; }
std::string bases_folder(std::uint64_t generation) { return folder_of(generation) + "bases/"; }
std::string base_name(std::uint64_t generation, std::uint64_t base) {
  return fmt::format("{}{:010}", bases_folder(generation), base);
}
std::string changes_folder(std::uint64_t generation) { return folder_of(generation) + "changes/"; }
std::string changes_name(std::uint64_t generation, std::uint64_t segment) {
  return fmt::format("{}{:010}", changes_folder(generation), segment);
}
std::string file_name(std::string_view id) { return fmt::format("{}{}", kFilesFolder, id); }

std::optional<std::uint64_t> leading_number(std::string_view text) {
  std::uint64_t number = 0;
  if (text.size() < kDigits) return std::nullopt;
  const auto read = std::from_chars(text.data(), text.data() + kDigits, number);
  if (read.ec != std::errc() || read.ptr != text.data() + kDigits) return std::nullopt;
  return number;
}

}  // namespace partita::archive
