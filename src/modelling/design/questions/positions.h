// Positions in lists, with a type for each kind of thing, so that the compiler refuses the position of a subject in a
// list of patterns. Lists with an element for each thing of another list, in its order, are asked by the positions of
// these things.
#pragma once

#include <partita/model/runtime/position.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/contains.h"

namespace partita::modelling::design {

using base::contains;
using model::kNone;
using model::Position;
using model::PositionsOf;

// A list of `T`, one for each `Thing`.
template <class Thing, class T>
class ListBy : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  ListBy() = default;
  explicit ListBy(std::vector<T> list) : std::vector<T>(std::move(list)) {}
  using std::vector<T>::operator[];
  // Requires: the position is not kNone.
  typename std::vector<T>::reference operator[](Position<Thing> position) { return (*this)[position.number()]; }
  typename std::vector<T>::const_reference operator[](Position<Thing> position) const {
    return (*this)[position.number()];
  }
};

// The thing at its position. Requires: the position is not kNone.
template <class Thing>
const Thing& at(const std::vector<Thing>& list, Position<Thing> position) {
  return list[position.number()];
}
template <class Thing>
Thing& at(std::vector<Thing>& list, Position<Thing> position) {
  return list[position.number()];
}
template <class Thing, class T>
typename std::vector<T>::const_reference at(const ListBy<Thing, T>& list, Position<Thing> position) {
  return list[position];
}
template <class Thing, class T>
typename std::vector<T>::reference at(ListBy<Thing, T>& list, Position<Thing> position) {
  return list[position];
}

// All positions of the list, in order.
template <class Thing>
PositionsOf<Thing> positions_of(const std::vector<Thing>& list) {
  return PositionsOf<Thing>(list.size());
}
template <class Thing, class T>
PositionsOf<Thing> positions_of(const ListBy<Thing, T>& list) {
  return PositionsOf<Thing>(list.size());
}

// The position that the next thing of the list will have.
template <class Thing>
Position<Thing> end_of(const std::vector<Thing>& list) {
  return Position<Thing>(list.size());
}
template <class Thing, class T>
Position<Thing> end_of(const ListBy<Thing, T>& list) {
  return Position<Thing>(list.size());
}

// The position of an element, which the list has.
template <class Thing>
Position<Thing> position_of(const std::vector<Thing>& list, typename std::vector<Thing>::const_iterator element) {
  return Position<Thing>(static_cast<std::size_t>(element - list.begin()));
}
template <class Thing, class T>
Position<Thing> position_of(const ListBy<Thing, T>& list, typename std::vector<T>::const_iterator element) {
  return Position<Thing>(static_cast<std::size_t>(element - list.begin()));
}

}  // namespace partita::modelling::design
