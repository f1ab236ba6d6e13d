// The one table of wire names. Each struct that appears in JSON has an overload
//
//   fields(visitor, object): calls visitor("WireName", object.member) for each member,
//
// found in fields_*.h. A list of which an operation takes only so many elements has an AtMost as a third argument. Reading
// and writing, of requests and of responses, are visitors of that table, so a name is spelt once. Constness follows the
// object's.
#pragma once

#include <partita/item_operations.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>

namespace partita::protocol {

template <class T, class S>
concept Is = std::same_as<std::remove_const_t<T>, S>;
template <class T>
concept IsPage = std::derived_from<std::remove_const_t<T>, PageResponse>;

// How many elements a list may have; of a map, how many entries, and how many elements each list in it. One more is read,
// so that the validators see that there are too many, and what stands behind that costs no memory.
struct AtMost {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t elements = kAll;
};

// The members that the service knows and Partita does not: a request that has one is refused, because what the client asks for
// would not happen. What neither knows is ignored, as by the service.
template <class T>
inline constexpr std::array<std::string_view, 0> kMissingMembers = {};

// The service's name of a struct, which its texts about wrong JSON types mention.
template <class T>
inline constexpr std::string_view kClassName = "";

}  // namespace partita::protocol
