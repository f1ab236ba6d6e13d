// The one table of wire names. Each struct that appears in JSON has an overload
//
//   fields(visitor, object)
//
// in fields_*.h, which calls visitor("WireName", object.member) for each member. The visitor gets an AtMost as third
// argument if an operation limits the list. Reading and writing, of requests and of responses, are visitors of this
// table, so a name is spelt once. A const object has const members.
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

// The limit of a list's elements. For a map of lists it limits the entries, and the elements of each list. At most one
// more is read, so that the validators see that there are too many and the rest of the list costs no memory.
struct AtMost {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t elements = kAll;
};

// Members that the service supports and Partita does not. A request that has one is refused, because its effect would
// not happen. A member that neither knows is ignored, as the service does.
template <class T>
inline constexpr std::array<std::string_view, 0> kMissingMembers = {};

// The service's name of a struct, which appears in its texts about wrong JSON types.
template <class T>
inline constexpr std::string_view kClassName = "";

}  // namespace partita::protocol
