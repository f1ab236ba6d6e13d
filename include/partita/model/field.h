// Names of members in calls: "status"_f = OrderStatus::PAID gives a value, "totalCents"_f > 1000 makes a condition.
//
// The call that receives a name knows the entity. There the compiler refuses names that are not members, and values
// that the member could not hold.
#pragma once

#include <partita/model/detail/member_path.h>
#include <partita/model/runtime/predicate.h>

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

}  // namespace partita::model
