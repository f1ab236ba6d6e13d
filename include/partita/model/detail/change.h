// Turns a member's name and value into one change of an update. The compiler checks both against the entity.
#pragma once

#include <partita/model/detail/pending.h>
#include <partita/model/detail/values.h>

#include <limits>

namespace partita::model::detail {

// True if the value at the end of the path may be erased, so that the item can still be read. Such values are elements
// of a list or map, and members that may be absent.
template <class Entity, fixed_string Field>
constexpr bool can_go() {
  constexpr std::string_view path = Field.view();
  constexpr std::size_t last = path.find_last_of(".[");
  if constexpr (last == std::string_view::npos) {
    constexpr FieldPosition index = find_field(Entity::fields(), path);
    return index == kNone || Entity::fields()[index.number()].optional || Entity::fields()[index.number()].has_default;
  } else if constexpr (path[last] == '.') {
    using Outer =
        typename required<type_at_t<typename Entity::value_type, fixed_string<last + 1>(path.substr(0, last))>>::type;
    if constexpr (described_struct<Outer>) {
      constexpr FieldPosition index = member_index<Outer>(path.substr(last + 1));
      return index == kNone || member_infos<Outer>[index.number()].optional ||
             member_infos<Outer>[index.number()].has_default;
    }
  }
  return true;
}

// Refuses to erase a value that the item needs in order to be read.
template <class Entity, fixed_string Field>
inline constexpr bool may_erase = accept([](Text* where) {
  if (can_go<Entity, Field>()) return Mistake::None;
  if (where) *where << Field.view() << " of entity " << Entity::tag();
  return Mistake::RequiredErased;
});

// The type that a change of an update needs.
enum class ChangeNeeds : std::uint8_t { Anything, Number, List, Set };

template <class T>
constexpr bool suits(ChangeNeeds needs) {
  switch (needs) {
    case ChangeNeeds::Anything:
      return true;
    case ChangeNeeds::Number:
      return (std::is_arithmetic_v<T> && !std::same_as<T, bool>) || std::same_as<T, decimal> ||
             std::same_as<T, epoch_seconds>;
    case ChangeNeeds::List:
      return requires(T list) { list.push_back(*list.begin()); } && !std::same_as<T, std::string>;
    case ChangeNeeds::Set:
      return requires { typename T::key_type; } && !requires { typename T::mapped_type; };
  }
  return false;
}

// Refuses a change that does not suit the member's type.
template <class Entity, fixed_string Field, ChangeNeeds Needs>
inline constexpr bool can_change = accept([](Text* where) {
  if (Needs == ChangeNeeds::Number &&
      std::same_as<typename required<type_at_t<typename Entity::value_type, Field>>::type, float>) {
    if (where) *where << Field.view() << " of entity " << Entity::tag() << " is a float";
    return Mistake::FloatIncremented;
  }
  if (suits<typename required<type_at_t<typename Entity::value_type, Field>>::type>(Needs)) return Mistake::None;
  if (where)
    *where << Field.view() << " of entity " << Entity::tag()
           << (Needs == ChangeNeeds::Number ? " is not a number"
               : Needs == ChangeNeeds::List ? " is not a list"
                                            : " is not a set");
  return Mistake::WrongType;
});

// Returns the change of the place that `Field` leads to, without a value. `open` has the steps of the path that are
// given at run time.
template <class Entity, fixed_string Field>
Change change_of(Change::Kind kind, std::span<const PathStep> open) {
  constexpr std::size_t head = head_size(Field.view());
  Change change{.kind = kind, .field = find_field(Entity::fields(), Field.view().substr(0, head))};
  if (head < Field.view().size()) {
    change.path = path_of<Entity, Field>(open);
    change.of_element = ends_in_element<Entity, Field>;
  }
  return change;
}

// Finds the last step of a path.
template <class Walk>
struct last_walk : last_walk<typename Walk::rest> {};
template <class Walk>
  requires(Walk::ends)
struct last_walk<Walk> {
  using type = Walk;
};

// The position of the member that the path's last step leads to, in the struct around it, if that member has a default,
// and kNone otherwise. Callers do not ask for the entity's own members, because the entity's description has their
// defaults.
template <class Walk>
inline constexpr FieldPosition defaulted_member = []() -> FieldPosition {
  if constexpr (described_struct<typename Walk::Here>) {
    const FieldPosition index = member_index<typename Walk::Here>(Walk::step.name);
    if (index == kNone) return kNone;
    const FieldInfo& info = member_infos<typename Walk::Here>[index.number()];
    if (info.has_default && !info.optional) return index;
  }
  return kNone;
}();

template <class Entity, ChangeNeeds Needs, fixed_string Field, class V>
void add_change(Change::Kind kind, const assigned<Field, V>& value, PendingChanges& to) {
  static_assert(leads_somewhere<Entity, Field> && can_change<Entity, Field, Needs>);
  Change change = change_of<Entity, Field>(kind, value.open);
  if constexpr (Needs == ChangeNeeds::Number) {
    using Number = typename required<type_at_t<typename Entity::value_type, Field>>::type;
    if constexpr (std::is_integral_v<Number>)
      change.range = {std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max()};
    else if constexpr (std::same_as<Number, epoch_seconds>)
      change.range = {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  }
  constexpr auto encoded = [](const V& by) {
    using Member = typename required<type_at_t<typename Entity::value_type, Field>>::type;
    // The amount that changes a whole number need not be a value of its member, because an unsigned member can be
    // decremented.
    if constexpr (Needs == ChangeNeeds::Number && whole_number<Member> && whole_number<V>)
      return encode(by);
    else
      return encode_for<Entity, Field>(by);
  };
  constexpr bool adds = Needs == ChangeNeeds::Number || Needs == ChangeNeeds::List;
  if constexpr (adds && head_size(Field.view()) < Field.view().size()) {
    using Last = typename last_walk<walk<typename Entity::value_type, Field, 0>>::type;
    if constexpr (constexpr FieldPosition index = defaulted_member<Last>; index != kNone) {
      using Struct = typename Last::Here;
      const Struct initial{};
      return to.add_from(members_of<Struct>::addresses(initial)[index.number()], member_codecs<Struct>[index.number()],
                         std::move(change), encoded(value.value));
    }
  }
  to.add(std::move(change), encoded(value.value));
}

template <class Entity, fixed_string Field>
void add_erasure(const model::field_name<Field>& name, PendingChanges& to) {
  static_assert(leads_somewhere<Entity, Field> && may_erase<Entity, Field>);
  to.add(change_of<Entity, Field>(Change::Kind::Set, name.open), AttributeValue());
}

// Sets the member if the optional has a value: "member"_f = std::optional{...}.
template <class Entity, fixed_string Field, class V>
void add_change_if_any(const assigned<Field, V>& value, PendingChanges& to) {
  static_assert(
      is_optional<V>,
      "partita: set_if takes a condition first, or values that are std::optional: each value that is present is set");
  if constexpr (is_optional<V>) {
    if (!value.value) return;
    add_change<Entity, ChangeNeeds::Anything>(Change::Kind::Set,
                                              assigned<Field, typename V::value_type>{*value.value, value.open}, to);
  }
}

}  // namespace partita::model::detail
