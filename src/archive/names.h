// The names of an archive's objects, below its prefix. FORMAT.md describes each of them. Numbers have 10 digits, so the
// order of the names is that of the numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::archive {

inline constexpr const char* kFormatName = "format";
inline constexpr const char* kHeadName = "head";
inline constexpr const char* kWritersFolder = "writers/";
inline constexpr const char* kGenerationsFolder = "generations/";
inline constexpr const char* kFilesFolder = "files/";

std::string writer_name(std::uint64_t writer);
std::string generation_name(std::uint64_t generation);  // of the object with which it begins
std::string bases_folder(std::uint64_t generation);
std::string base_name(std::uint64_t generation, std::uint64_t base);
std::string changes_folder(std::uint64_t generation);
std::string changes_name(std::uint64_t generation, std::uint64_t segment);
std::string file_name(std::string_view id);

// The number at the beginning of `text`, or nullopt if it does not begin with 10 digits.
std::optional<std::uint64_t> leading_number(std::string_view text);

}  // namespace partita::archive
