// The limits of the service that a model is checked against when it is compiled. src/value/limits.h includes them and
// has all others. Source: "Quotas in Amazon DynamoDB", developer guide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::limits {

// The names of tables and indexes consist of letters, digits, '_', '.' and '-'.
inline constexpr std::size_t kLeastNameBytes = 3;
inline constexpr std::size_t kMostNameBytes = 255;
inline constexpr std::size_t kKeyAttributeNameBytes = 255;
inline constexpr std::size_t kGlobalIndexes = 20;
inline constexpr std::size_t kLocalIndexes = 5;
inline constexpr std::size_t kIndexPartitionKeyAttributes = 4;
inline constexpr std::size_t kIndexSortKeyAttributes = 4;
inline constexpr std::int64_t kDimensions = 4096;
inline constexpr std::size_t kVectorIndexes = 5;
inline constexpr std::size_t kHashElements = 1;      // of a search schema
inline constexpr std::size_t kInlineFilters = 18;    // of a search schema
inline constexpr std::int64_t kSearchResults = 100;  // the largest TopK

constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

}  // namespace partita::limits
