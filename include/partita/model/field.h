// Names of members in calls: "status"_f = OrderStatus::PAID gives a value, "totalCents"_f > 1000 makes a condition.
//
// The call that receives a name knows the entity. There the compiler refuses names that are not members, and values
// that the member could not hold.
#pragma once

#include <partita/model/detail/member_path.h>
#include <partita/model/detail/mistakes.h>
#include <partita/model/detail/nested_structs.h>
#include <partita/model/detail/type_name.h>
#include <partita/model/runtime/predicate.h>
#include <partita/model/types.h>

#include <tuple>

namespace partita::model {

namespace detail {
// The steps of a path that are given at run time.
template <fixed_string Field>
using OpenSteps = std::array<PathStep, open_steps<Field>>;
}  // namespace detail

// A member's name and its value.
template <fixed_string Field, class V>
struct assigned {
  V value;
  detail::OpenSteps<Field> open = {};
};

// A condition on a member, or on a value inside of it: "address.city"_f, "lines[0].sku"_f, "prices"_f[key].
template <fixed_string Field, Predicate::Kind K, class... V>
struct compared {
  std::tuple<V...> values;
  detail::OpenSteps<Field> open = {};
};

// Conditions that are joined by &&, || or !.
template <Predicate::Kind K, class... Conditions>
struct combined {
  std::tuple<Conditions...> conditions;
};

template <class T>
inline constexpr bool is_condition = false;
template <fixed_string Field, Predicate::Kind K, class... V>
inline constexpr bool is_condition<compared<Field, K, V...>> = true;
template <Predicate::Kind K, class... Conditions>
inline constexpr bool is_condition<combined<K, Conditions...>> = true;

template <class A, class B>
  requires(is_condition<A> && is_condition<B>)
constexpr combined<Predicate::Kind::And, A, B> operator&&(A a, B b) {
  return {{std::move(a), std::move(b)}};
}
template <class A, class B>
  requires(is_condition<A> && is_condition<B>)
constexpr combined<Predicate::Kind::Or, A, B> operator||(A a, B b) {
  return {{std::move(a), std::move(b)}};
}
template <class A>
  requires(is_condition<A>)
constexpr combined<Predicate::Kind::Not, A> operator!(A a) {
  return {{std::move(a)}};
}

namespace detail {
template <std::size_t A, std::size_t B>
constexpr std::array<PathStep, A + B> joined_steps(const std::array<PathStep, A>& a, const std::array<PathStep, B>& b) {
  std::array<PathStep, A + B> out;
  std::copy(a.begin(), a.end(), out.begin());
  std::copy(b.begin(), b.end(), out.begin() + A);
  return out;
}
}  // namespace detail

// The size of a member: UTF-16 units of a string, bytes, or elements of a list, map or set. An empty set has the size
// 0.
template <fixed_string Field>
struct size_of_field {
  detail::OpenSteps<Field> open = {};
  using Kind = Predicate::Kind;
  template <Kind K>
  using leaf = compared<Field, K, std::int64_t>;
  friend constexpr leaf<Kind::SizeEqual> operator==(size_of_field f, std::int64_t n) { return {{n}, f.open}; }
  friend constexpr leaf<Kind::SizeNotEqual> operator!=(size_of_field f, std::int64_t n) { return {{n}, f.open}; }
  friend constexpr leaf<Kind::SizeLess> operator<(size_of_field f, std::int64_t n) { return {{n}, f.open}; }
  friend constexpr leaf<Kind::SizeLessOrEqual> operator<=(size_of_field f, std::int64_t n) { return {{n}, f.open}; }
  friend constexpr leaf<Kind::SizeGreater> operator>(size_of_field f, std::int64_t n) { return {{n}, f.open}; }
  friend constexpr leaf<Kind::SizeGreaterOrEqual> operator>=(size_of_field f, std::int64_t n) { return {{n}, f.open}; }
};

// A name in a call, such as "status"_f. Its operators make values and conditions.
template <fixed_string Field>
struct field_name {
  detail::OpenSteps<Field> open = {};
  using Kind = Predicate::Kind;
  template <Kind K, class... V>
  using leaf = compared<Field, K, std::decay_t<V>...>;

  // Leads to an entry of the map. The key may have any bytes: "prices"_f[currency].
  template <std::convertible_to<std::string_view> Key>
    requires(!std::same_as<Key, std::nullptr_t>)
  constexpr field_name<detail::operator+(Field, fixed_string("{}"))> operator[](const Key& key) const {
    return {detail::joined_steps(open, std::array{PathStep(std::string_view(key))})};
  }
  // Leads to an element of the list, counted from 0: "lines"_f[n].
  template <detail::whole_number Number>
  constexpr field_name<detail::operator+(Field, fixed_string("[]"))> operator[](Number number) const {
    return {detail::joined_steps(open, std::array{PathStep(number)})};
  }
  // Leads to a member of the element or entry: "lines"_f[n]["sku"_f].
  template <fixed_string Inner>
  constexpr field_name<detail::operator+(detail::operator+(Field, fixed_string(".")), Inner)> operator[](
      const field_name<Inner>& inner) const {
    return {detail::joined_steps(open, inner.open)};
  }

  template <class V>
  constexpr assigned<Field, std::decay_t<V>> operator=(V&& value) const {
    return {std::forward<V>(value), open};
  }

  template <class V>
  friend constexpr leaf<Kind::Equal, V> operator==(field_name f, V&& value) {
    return {{std::forward<V>(value)}, std::move(f.open)};
  }
  template <class V>
  friend constexpr leaf<Kind::NotEqual, V> operator!=(field_name f, V&& value) {
    return {{std::forward<V>(value)}, std::move(f.open)};
  }
  template <class V>
  friend constexpr leaf<Kind::Less, V> operator<(field_name f, V&& value) {
    return {{std::forward<V>(value)}, std::move(f.open)};
  }
  template <class V>
  friend constexpr leaf<Kind::LessOrEqual, V> operator<=(field_name f, V&& value) {
    return {{std::forward<V>(value)}, std::move(f.open)};
  }
  template <class V>
  friend constexpr leaf<Kind::Greater, V> operator>(field_name f, V&& value) {
    return {{std::forward<V>(value)}, std::move(f.open)};
  }
  template <class V>
  friend constexpr leaf<Kind::GreaterOrEqual, V> operator>=(field_name f, V&& value) {
    return {{std::forward<V>(value)}, std::move(f.open)};
  }

  // True for values between the two ends, both included.
  template <class Low, class High>
  constexpr leaf<Kind::Between, Low, High> between(Low&& low, High&& high) const {
    return {{std::forward<Low>(low), std::forward<High>(high)}, open};
  }
  // True for one of these values, of which there must be one to a hundred.
  template <class... V>
  constexpr leaf<Kind::In, V...> in(V&&... values) const {
    return {{std::forward<V>(values)...}, open};
  }
  template <class V>
  constexpr leaf<Kind::BeginsWith, V> begins_with(V&& prefix) const {
    return {{std::forward<V>(prefix)}, open};
  }
  // True for a string with this part, or a list or set with this element.
  template <class V>
  constexpr leaf<Kind::Contains, V> contains(V&& value) const {
    return {{std::forward<V>(value)}, open};
  }
  constexpr compared<Field, Kind::Exists> exists() const { return {{}, open}; }
  constexpr compared<Field, Kind::NotExists> not_exists() const { return {{}, open}; }
  constexpr size_of_field<Field> size() const { return {open}; }
};

namespace literals {
template <fixed_string Field>
constexpr field_name<Field> operator""_f() {
  static_assert(detail::open_steps<Field> == 0,
                "partita: write a key or an index that is known only at run time after the name: \"prices\"_f[key]");
  return {};
}
}  // namespace literals

// ---- from names to an entity's members

namespace detail {

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

// The type of the elements of a list or set. For other types it is the type itself.
template <class T>
struct element {
  using type = T;
};
template <class T>
  requires(!std::same_as<T, std::string> && requires { typename T::value_type; })
struct element<T> {
  using type = typename T::value_type;
};

// Refuses a name that leads to no member of the entity's struct.
template <class Entity, fixed_string Field>
constexpr bool leads_somewhere = accept([](Text* where) {
  using S = typename Entity::value_type;
  if (!std::is_void_v<type_at_t<S, Field>>) return Mistake::None;
  if (where) *where << "entity " << Entity::tag() << " has no member " << Field.view();
  return Mistake::NoSuchField;
});

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
constexpr bool can_compare = accept([](Text* where) {
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

// True if a literal can make a value of the type from a text.
template <class T>
constexpr bool is_of_text = [] {
  using Value = typename required<T>::type;
  return std::same_as<Value, utc_ms> || std::same_as<Value, date> || std::same_as<Value, decimal> ||
         std::same_as<Value, uuid> || std::same_as<Value, ulid>;
}();

template <class Entity, fixed_string Field, class Member, class V>
constexpr bool fits = accept([](Text* where) {
  if constexpr (!encodable_as<V, Member>) {
    if (where) {
      *where << "the value for " << Field.view() << " of entity " << Entity::tag() << " has the type ";
      write_type<V>(*where);
      *where << ", the member has ";
      write_type<Member>(*where);
    }
    if (std::same_as<V, std::nullptr_t>) return Mistake::NullPointer;
    return is_of_text<Member> && std::convertible_to<V, std::string_view> ? Mistake::TextGiven : Mistake::WrongType;
  }
  return Mistake::None;
});

// True if the path ends in an element of a list or an entry of a map. An empty value is NULL there, and not absent.
template <class Entity, fixed_string Field>
constexpr bool ends_in_element = [] {
  constexpr std::size_t last = Field.view().find_last_of(".[{");
  if constexpr (last == std::string_view::npos)
    return false;
  else if constexpr (Field.view()[last] != '.')
    return true;
  else
    return !described_struct<typename required<
        type_at_t<typename Entity::value_type, fixed_string<last + 1>(Field.view().substr(0, last))>>::type>;
}();

// Returns the value in the form in which the member at the end of `Field` stores it.
template <class Entity, fixed_string Field, bool OfElement = false, class V>
Result<AttributeValue> encode_for(const V& value) {
  static_assert(leads_somewhere<Entity, Field>);
  using At = type_at_t<typename Entity::value_type, Field>;
  using Member =
      typename std::conditional_t<OfElement, element<typename required<At>::type>, std::type_identity<At>>::type;
  constexpr bool of_element = OfElement || ends_in_element<Entity, Field>;
  if constexpr (is_optional<Member> && std::same_as<V, std::nullopt_t>) {
    return of_element ? AttributeValue::null() : AttributeValue();
  } else if constexpr (fits<Entity, Field, Member, V>) {
    auto encoded = encode_as<Member>(value);
    if constexpr (of_element && value_codec<Member>::optional)
      if (encoded && encoded->is(AttributeType::None)) return AttributeValue::null();
    return encoded;
  }
}

// Adds the values that absent members on the path mean, from the member of `Walk` on, which is the step number `steps`.
// The entity's own members are left out, because the entity's description has their defaults.
template <class Walk, Predicate::Kind K>
void add_absent(std::size_t steps, std::vector<AbsentValue>& to) {
  if constexpr (described_struct<typename Walk::Here>) {
    using Struct = typename Walk::Here;
    constexpr int index = member_index<Struct>(Walk::step.name);
    if constexpr (member_infos<Struct>[std::size_t(index)].has_default)
      if (steps > 1) {
        const Struct initial{};
        add_member(steps, members_of<Struct>::addresses(initial)[std::size_t(index)],
                   member_codecs<Struct>[std::size_t(index)], to);
      }
  }
  if constexpr (!Walk::ends)
    add_absent<typename Walk::rest, K>(steps + 1, to);
  else if constexpr (compares_size(K) && is_set<typename Walk::there>)
    to.push_back({steps, empty_set(value_codec<typename Walk::there>::type), !described_struct<typename Walk::Here>});
}

// True if the value at the end of the path may be erased, so that the item can still be read. Such values are elements
// of a list or map, and members that may be absent.
template <class Entity, fixed_string Field>
constexpr bool can_go() {
  constexpr std::string_view path = Field.view();
  constexpr std::size_t last = path.find_last_of(".[");
  if constexpr (last == std::string_view::npos) {
    constexpr int index = find_field(Entity::fields(), path);
    return index == kNone || Entity::fields()[std::size_t(index)].optional ||
           Entity::fields()[std::size_t(index)].has_default;
  } else if constexpr (path[last] == '.') {
    using Outer =
        typename required<type_at_t<typename Entity::value_type, fixed_string<last + 1>(path.substr(0, last))>>::type;
    if constexpr (described_struct<Outer>) {
      constexpr int index = member_index<Outer>(path.substr(last + 1));
      return index == kNone || member_infos<Outer>[std::size_t(index)].optional ||
             member_infos<Outer>[std::size_t(index)].has_default;
    }
  }
  return true;
}

// Refuses to erase a value that the item needs in order to be read.
template <class Entity, fixed_string Field>
constexpr bool may_erase = accept([](Text* where) {
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
constexpr bool has_attributes = accept([](Text* where) {
  for (const std::string_view name : condition_members<Condition>) {
    const int field = find_field(Entity::fields(), name.substr(0, head_size(name)));
    if (field == kNone || Entity::fields()[std::size_t(field)].stored) continue;
    if (where) *where << "a condition on " << name << " of entity " << Entity::tag();
    return Mistake::NoAttribute;
  }
  return Mistake::None;
});

// Refuses a change that does not suit the member's type.
template <class Entity, fixed_string Field, ChangeNeeds Needs>
constexpr bool can_change = accept([](Text* where) {
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

}  // namespace detail

}  // namespace partita::model
