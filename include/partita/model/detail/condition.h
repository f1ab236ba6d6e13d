// Turns a condition on members into a Predicate on attributes. The compiler refuses a condition that does not suit the
// members' types.
#pragma once

#include <partita/model/detail/member_value.h>
#include <partita/model/detail/nested_structs.h>
#include <partita/model/field.h>

namespace partita::model::detail {

// Adds the encoded value of the member, if it has one.
PARTITA_API void add_member(std::size_t steps, const void* member, const ErasedCodec& codec,
                            std::vector<AbsentValue>& to);
// Returns an empty set of this type. No stored item can hold it.
PARTITA_API AttributeValue empty_set(AttributeType type);
// Replaces a comparison with an empty value by a condition that asks for an absent attribute or NULL, because an empty
// value is stored as an absent attribute.
// Errors: ValidationException if the comparison has no meaning.
PARTITA_API Result<void> replace_empty(Predicate& predicate);
// Errors: ValidationException if the predicate, which is of a key, has an empty value.
PARTITA_API Result<void> refuse_empty(const Predicate& predicate);

constexpr bool compares_size(Predicate::Kind kind) {
  return kind >= Predicate::Kind::SizeEqual && kind <= Predicate::Kind::SizeGreaterOrEqual;
}
constexpr bool compares_order(Predicate::Kind kind) {
  return kind >= Predicate::Kind::Less && kind <= Predicate::Kind::Between;
}

// True if a condition of this kind can hold for a stored T. The service refuses some of the other conditions, and the
// rest never hold.
template <class T>
constexpr bool suits_condition(Predicate::Kind kind) {
  using Value = typename required<T>::type;
  constexpr FieldKind what = value_codec<Value>::kind;
  constexpr bool is_document = what == FieldKind::Document, is_bool = what == FieldKind::Bool;
  constexpr bool is_number = !is_document && !is_bool && set_type(what) == AttributeType::NS;
  if (compares_order(kind)) return !is_document && !is_bool;
  if (kind == Predicate::Kind::BeginsWith) return !is_document && !is_bool && !is_number;
  if (kind == Predicate::Kind::Contains)
    return !is_number && !is_bool && !map_of_names<Value> && !described_struct<Value>;
  return !compares_size(kind) || !(is_number || is_bool);
}

// Refuses to compare a struct as a whole if a member in it has a default. The database compares the stored form, in
// which an absent member and a member with its default differ although they mean the same.
template <class Entity, class At, Predicate::Kind K>
constexpr Mistake check_compared_whole(std::string_view path, Text* where) {
  using Value = typename required<At>::type;
  if constexpr (value_codec<Value>::kind == FieldKind::Document) {
    constexpr bool is_whole = K == Predicate::Kind::Equal || K == Predicate::Kind::NotEqual ||
                              K == Predicate::Kind::In || K == Predicate::Kind::Contains;
    const auto tells = [&]<class S>() {
      if (!has_defaults<S>()) return false;
      if (where) {
        *where << path << " of entity " << Entity::tag() << " has a default in it, of the member ";
        has_defaults<S>(where);
      }
      return true;
    };
    if constexpr (is_whole)
      if (any_struct<Value>(tells)) return Mistake::DefaultsCompared;
    if constexpr (compares_size(K) && described_struct<Value>)
      if (tells.template operator()<Value>()) return Mistake::DefaultsCompared;
  }
  return Mistake::None;
}

// Refuses a comparison that does not suit the member's type. Refuses a comparison by the order of enumerators if their
// stored texts have another order. `OfKey` means a range of a key, whose texts the planner checks.
template <class Entity, fixed_string Field, Predicate::Kind K, bool OfKey, class... V>
inline constexpr bool can_compare = accept([](Text* where) {
  using At = type_at_t<typename Entity::value_type, Field>;
  if constexpr (!std::is_void_v<At>) {
    if (where) *where << "member " << Field.view() << " of entity " << Entity::tag();
    if (!suits_condition<At>(K)) return Mistake::ConditionUnfit;
    constexpr bool is_equality =
        K == Predicate::Kind::Equal || K == Predicate::Kind::NotEqual || K == Predicate::Kind::In;
    if ((std::same_as<V, std::nullopt_t> || ...) && (OfKey || !is_equality)) return Mistake::EmptyCompared;
    if constexpr (!(sizeof...(V) > 0 && (std::same_as<V, std::nullopt_t> && ...)))
      if (const Mistake mistake = check_compared_whole<Entity, At, K>(Field.view(), nullptr);
          mistake != Mistake::None) {
        if (where) *where = Text();
        return check_compared_whole<Entity, At, K>(Field.view(), where);
      }
    using Value = typename required<At>::type;
    if (!OfKey && compares_order(K) && value_codec<Value>::kind == FieldKind::Enum &&
        !sorts_as_declared(value_codec<Value>::enumerators, true))
      return Mistake::EnumCompared;
  }
  return Mistake::None;
});

// Adds the values that absent members on the path mean, from the member of `Walk` on, which is the step number `steps`.
// The entity's own members are left out, because the entity's description has their defaults.
template <class Walk, Predicate::Kind K>
void add_absent(std::size_t steps, std::vector<AbsentValue>& to) {
  if constexpr (described_struct<typename Walk::Here>) {
    using Struct = typename Walk::Here;
    constexpr FieldPosition index = member_index<Struct>(Walk::step.name);
    if constexpr (member_infos<Struct>[index.number()].has_default)
      if (steps > 1) {
        const Struct initial{};
        add_member(steps, members_of<Struct>::addresses(initial)[index.number()], member_codecs<Struct>[index.number()],
                   to);
      }
  }
  if constexpr (!Walk::ends)
    add_absent<typename Walk::rest, K>(steps + 1, to);
  else if constexpr (compares_size(K) && is_set<typename Walk::there>)
    to.push_back({steps, empty_set(value_codec<typename Walk::there>::type), !described_struct<typename Walk::Here>});
}

// The members that a condition compares, by the names that it uses.
template <class Condition>
inline constexpr std::array<std::string_view, 0> condition_members = {};
template <fixed_string Field, Predicate::Kind K, class... V>
inline constexpr std::array<std::string_view, 1> condition_members<compared<Field, K, V...>> = {Field.view()};
template <Predicate::Kind K, class... Conditions>
inline constexpr auto condition_members<combined<K, Conditions...>> = [] {
  std::array<std::string_view, (condition_members<Conditions>.size() + ... + 0)> out{};
  std::size_t next = 0;
  (
      [&] {
        for (const auto name : condition_members<Conditions>) out[next++] = name;
      }(),
      ...);
  return out;
}();

// Refuses a condition on a member that has no attribute.
template <class Entity, class Condition>
inline constexpr bool has_attributes = accept([](Text* where) {
  for (const std::string_view name : condition_members<Condition>) {
    const FieldPosition field = find_field(Entity::fields(), name.substr(0, head_size(name)));
    if (field == kNone || Entity::fields()[field.number()].stored) continue;
    if (where) *where << "a condition on " << name << " of entity " << Entity::tag();
    return Mistake::NoAttribute;
  }
  return Mistake::None;
});

template <class Entity, bool OfKey = false, fixed_string Field, Predicate::Kind K, class... V>
Result<Predicate> predicate_for(const compared<Field, K, V...>& condition) {
  static_assert(leads_somewhere<Entity, Field>);
  static_assert(can_compare<Entity, Field, K, OfKey, V...>);
  Predicate out{.kind = K, .path = path_of<Entity, Field>(condition.open)};
  constexpr bool is_size = compares_size(K);
  std::optional<Error> error;
  const auto add = [&](const auto& value) {
    if constexpr (is_size) {
      out.values.emplace_back(value);
    } else {
      auto encoded = encode_for<Entity, Field, K == Predicate::Kind::Contains>(value);
      if (!encoded)
        error = std::move(encoded.error());
      else
        out.values.push_back(std::move(*encoded));
    }
  };
  std::apply([&](const auto&... value) { (add(value), ...); }, condition.values);
  if (error) return unexpected(std::move(*error));
  using Struct = typename Entity::value_type;
  if constexpr (!std::is_void_v<type_at_t<Struct, Field>>) {
    if constexpr (K != Predicate::Kind::Exists && K != Predicate::Kind::NotExists)
      add_absent<walk<Struct, Field, 0>, K>(1, out.absent);
    if constexpr (!is_size && value_codec<type_at_t<Struct, Field>>::optional)
      if (auto settled = OfKey ? refuse_empty(out) : replace_empty(out); !settled)
        return unexpected(std::move(settled.error()));
  }
  return out;
}

template <class Entity, Predicate::Kind K, class... Conditions>
Result<Predicate> predicate_for(const combined<K, Conditions...>& condition) {
  Predicate out{.kind = K};
  std::optional<Error> error;
  const auto add = [&](const auto& one) {
    auto child = predicate_for<Entity>(one);
    if (!child)
      error = std::move(child.error());
    else
      out.children.push_back(std::move(*child));
  };
  std::apply([&](const auto&... one) { (add(one), ...); }, condition.conditions);
  if (error) return unexpected(std::move(*error));
  return out;
}

}  // namespace partita::model::detail
