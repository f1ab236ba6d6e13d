// The limits of the service that a model is checked against when it is compiled. All others are in src/value/limits.h, which
// has these too.
#pragma once

#include <cstddef>
#include <string_view>

namespace partita::limits {

// Names of tables and indexes have letters, digits, '_', '.' and '-'.
inline constexpr std::size_t kLeastNameBytes = 3;
inline constexpr std::size_t kMostNameBytes = 255;
inline constexpr std::size_t kKeyAttributeNameBytes = 255;
inline constexpr std::size_t kGlobalIndexes = 20;
inline constexpr std::size_t kLocalIndexes = 5;
inline constexpr std::size_t kIndexPartitionKeyAttributes = 4;
inline constexpr std::size_t kIndexSortKeyAttributes = 4;

constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

}  // namespace partita::limits
