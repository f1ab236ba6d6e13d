// The values that calls give to members. The compiler checks them against the entity, and they are encoded as the
// entity stores them.
#pragma once

#include <partita/model/detail/member_value.h>
#include <partita/model/field.h>
#include <partita/model/table.h>

namespace partita::model {

namespace detail {

template <class T>
inline constexpr bool is_assigned = false;
template <fixed_string Field, class V>
inline constexpr bool is_assigned<assigned<Field, V>> = true;

// Refuses an argument that does not give a member its value. If `ok` is false, the caller reports no other mistake.
template <class... Given>
struct values_check {
  static constexpr bool ok = (is_assigned<Given> && ...);
  static_assert(ok || !(is_condition<Given> || ...),
                "partita: == makes a condition: give the value of a member with =, as in \"member\"_f = value");
  static_assert(ok || (is_condition<Given> || ...), "partita: give a member its value as \"member\"_f = value");
};
// Does the same for an argument that must be a condition.
template <class Condition>
struct condition_check {
  static constexpr bool ok = is_condition<Condition>;
  static_assert(ok, "partita: a condition compares, as in \"member\"_f == value");
};

template <class T>
struct name_of;
template <fixed_string Field, class V>
struct name_of<assigned<Field, V>> {
  static constexpr std::string_view value = Field.view();
};
template <fixed_string Field, Predicate::Kind K, class... V>
struct name_of<compared<Field, K, V...>> {
  static constexpr std::string_view value = Field.view();
};

// Refuses fields that are not wanted, missing fields, and a field that is given twice.
constexpr Mistake check_given(std::span<const std::string_view> wanted, std::span<const std::string_view> given,
                              Text* where) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    bool is_wanted = false;
    for (const auto name : wanted) is_wanted = is_wanted || name == given[i];
    if (!is_wanted) {
      if (where) *where << given[i] << " is not a part of it";
      return Mistake::NotBound;
    }
    for (std::size_t j = 0; j < i; ++j)
      if (given[i] == given[j]) {
        if (where) *where << given[i];
        return Mistake::BoundTwice;
      }
  }
  for (const auto name : wanted) {
    bool is_given = false;
    for (const auto one : given) is_given = is_given || name == one;
    if (!is_given) {
      if (where) *where << name << " is not given";
      return Mistake::NotBound;
    }
  }
  return Mistake::None;
}

// Adds the value under the member's attribute name.
template <class Entity, fixed_string Field, class V>
Result<void> add_value(const assigned<Field, V>& given, AttributeMap& to) {
  static_assert(is_member<Entity, Field>);
  auto value = encode_for<Entity, Field>(given.value);
  if (!value) return unexpected(std::move(value.error()));
  constexpr FieldPosition field = find_field(Entity::fields(), Field.view());
  to.set(Entity::fields()[field.number()].attribute, std::move(*value));
  return {};
}

template <class Entity, class... Given>
Result<AttributeMap> values_of(const Given&... given) {
  AttributeMap out;
  Result<void> done;
  (void)((done = add_value<Entity>(given, out), done.has_value()) && ...);
  if (!done) return unexpected(std::move(done.error()));
  return out;
}

// The fields of a primary key. Each of them is in the list once.
struct KeyFields {
  std::array<FieldPosition, 16> list{};
  std::size_t count = 0;

  constexpr void add(std::span<const KeyPart> parts) {
    for (const KeyPart& part : parts) {
      if (!part.is_field()) continue;
      bool there = false;
      for (std::size_t i = 0; i < count; ++i) there = there || list[i] == part.field;
      if (!there) list[count++] = part.field;
    }
  }
};

template <class Entity>
inline constexpr KeyFields primary_fields = [] {
  KeyFields out;
  if (Entity::keys().empty()) return out;  // The declaration is refused elsewhere.
  out.add(Entity::keys()[0].partition[0].parts);
  if (!Entity::keys()[0].sort.empty()) out.add(Entity::keys()[0].sort[0].parts);
  return out;
}();

template <class Entity>
inline constexpr auto primary_names = [] {
  std::array<std::string_view, primary_fields<Entity>.count> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = Entity::fields()[primary_fields<Entity>.list[i].number()].name;
  return out;
}();

// Stops the compiler unless the values are those of the primary key.
template <class Entity, class... Given>
inline constexpr bool gives_primary_key = accept([](Text* where) {
  constexpr std::array<std::string_view, sizeof...(Given)> given{name_of<Given>::value...};
  if (where) *where << "the primary key of " << Entity::tag() << ": ";
  return check_given(primary_names<Entity>, given, where);
});

}  // namespace detail

}  // namespace partita::model
