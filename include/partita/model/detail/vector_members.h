// The members that can hold the vectors of vector indexes.
#pragma once

#include <partita/model/detail/members.h>

#include <array>
#include <optional>
#include <vector>

namespace partita::model::detail {

// The length of a member that can be a vector: 0 if it has any length, or kNotAVector.
inline constexpr int kNotAVector = -1;
template <class T>
inline constexpr int vector_length = kNotAVector;
template <>
inline constexpr int vector_length<std::vector<float>> = 0;
template <std::size_t N>
inline constexpr int vector_length<std::array<float, N>> = static_cast<int>(N);
template <class T>
inline constexpr int vector_length<std::optional<T>> = vector_length<T>;

template <class... M>
constexpr std::array<int, sizeof...(M)> lengths_of(types<M...>) {
  return {vector_length<M>...};
}
// The lengths of the struct's members, by position.
template <class Struct>
inline constexpr auto vector_lengths = lengths_of(typename members_of<Struct>::member_types{});

}  // namespace partita::model::detail
