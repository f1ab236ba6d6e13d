// The checks of a newer layer of the service, which SearchVectors has and most operations do not have yet. It refuses
// an explicit null, a number that is not whole, and a missing member before it looks at any value.
#pragma once

#include <partita/item_operations.h>

#include <array>
#include <span>
#include <string_view>

#include "protocol/json/json_text.h"

namespace partita::protocol {

// A member that must be there, and the words of the texts for what it must be.
struct StrictMember {
  std::string_view name;
  std::string_view expected;
};

// The members of a request that this layer checks, in the order in which missing ones are reported.
template <class T>
inline constexpr std::array<StrictMember, 0> kStrictMembers = {};
template <>
inline constexpr std::array<StrictMember, 4> kStrictMembers<SearchVectorsRequest> = {{
    {"TableName", "a string"},
    {"IndexName", "a string"},
    {"SearchVector", "a sequence"},
    {"TopK", "i32"},
}};

// Checks the members of `root`, the tree of `text`. Errors: SerializationException "invalid type: null, expected i32 at
// line 1 column 23", ValidationException "missing field `TableName` at line 1 column 2". Partita's columns count bytes.
Result<void> check_strict_members(std::string_view text, Json root, std::span<const StrictMember> members);

}  // namespace partita::protocol
