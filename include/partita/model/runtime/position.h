// A position in a list: of a field, an index, an entity. Its type says of which kind of thing the list is, so that the
// compiler refuses a field's position as that of an index.
#pragma once

#include <cassert>
#include <compare>
#include <cstddef>

namespace partita::model {

// No position. It becomes an absent position of each kind.
struct NoPosition {};
inline constexpr NoPosition kNone{};

// The position of a thing in a list of such things, counted from 0, or kNone. `Tag` names the kind of thing.
template <class Tag>
struct Position {
  // -1 is kNone. The member is public because only a type without private members can be the type of a template
  // argument. Use number().
  int value = -1;

  constexpr Position() = default;
  constexpr Position(NoPosition) {}
  constexpr explicit Position(std::size_t number) : value(static_cast<int>(number)) {}
  // For numbers that are written in a program.
  consteval Position(int number) : value(number) { assert(number >= 0); }

  // The number with which the list is asked for the thing. Requires: the position is not kNone. In a constant
  // expression the compiler refuses kNone.
  constexpr std::size_t number() const {
    assert(value >= 0);
    return static_cast<std::size_t>(value);
  }
  // This position, or that of the first thing in place of kNone, for constants of which another check refuses kNone.
  constexpr Position or_first() const { return value < 0 ? Position(0) : *this; }
  // 0 for kNone, and one more than number() for all others. Lists use it if they have an element for kNone before all
  // others.
  constexpr std::size_t slot() const { return static_cast<std::size_t>(value + 1); }

  friend constexpr bool operator==(Position, Position) = default;
  friend constexpr auto operator<=>(Position, Position) = default;
  friend constexpr bool operator==(Position position, NoPosition) { return position.value < 0; }
};

// The positions of a list with `size` things in their order: for (const FieldPosition at : PositionsOf<Field>(size)).
template <class Tag>
class PositionsOf {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::size_t at) : at_(at) {}
    constexpr Position<Tag> operator*() const { return Position<Tag>(at_); }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::size_t at_;
  };

  constexpr explicit PositionsOf(std::size_t size) : size_(size) {}
  constexpr Iterator begin() const { return Iterator(0); }
  constexpr Iterator end() const { return Iterator(size_); }

 private:
  std::size_t size_;
};

}  // namespace partita::model
