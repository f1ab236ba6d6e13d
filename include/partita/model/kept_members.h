// Members that the library keeps: the times of creation and of the last change, and values that follow from other
// members.
//
//   std::string lower(const std::string& name);
//   struct PersonE : pt::entity<Person, "PERSON", pt::key<"PERSON#{id}">,
//       pt::created_at<"createdAt">, pt::updated_at<"updatedAt">, pt::computed<"nameLower", lower, "name">> {};
#pragma once

#include <partita/model/detail/codec.h>
#include <partita/model/entity.h>

#include <functional>

namespace partita::model {

// The member, a utc_ms or epoch_seconds, is the time at which the item was created, by SessionOptions::now_ms. create()
// sets it and ignores the struct's value, and so does an upsert that creates. replace(), put() and move() keep the
// value of the struct, which came from a read. If that value is 1970-01-01T00:00:00Z, the initial value, they set the
// time. Updates do not change it.
template <fixed_string Field>
struct created_at {};
// The member, a utc_ms or epoch_seconds, is the time of the last write. Every write sets it.
template <fixed_string Field>
struct updated_at {};
// The member is the result of `Function` for the members `From`, in this order. Every write sets it, unless none of
// them changes. If an update changes one of several members, it must know the others by .given() or .read_first(). The
// index keys that contain the member change with it. upgrade() and repair() write it into items that lack it or have
// another value. `Function` must take each member by value or const reference, and must return the same result for the
// same members.
template <fixed_string Field, auto Function, fixed_string... From>
struct computed {};

namespace detail {

PARTITA_API Error fault_of_input(std::string_view entity, const FieldInfo& field, const Fault& fault);

template <class Entity, fixed_string Field, auto Function, fixed_string... From>
struct computed_member {
  using Struct = typename Entity::value_type;
  template <fixed_string Name>
  using type_of = std::remove_cvref_t<decltype(model::member<Name>(std::declval<Struct&>()))>;
  static constexpr bool can_call = std::is_invocable_v<decltype(Function), const type_of<From>&...>;
  static_assert(sizeof...(From) > 0 && can_call,
                "partita: the function of pt::computed takes the members that are named after it, each by value or "
                "const reference, in their order");

  static constexpr std::array<FieldPosition, sizeof...(From)> from{find_field(Entity::fields(), From.view())...};

  static bool compute(const AttributeMap& values, AttributeValue& to, Error& error) {
    Struct item{};
    if (!(read<From>(values, item, error) && ...)) return false;
    if constexpr (can_call) {
      using Outcome = std::invoke_result_t<decltype(Function), const type_of<From>&...>;
      static_assert(encodable_as<std::decay_t<Outcome>, type_of<Field>>,
                    "partita: the result of the function of pt::computed does not fit the member");
      auto encoded = encode_as<type_of<Field>>(std::invoke(Function, std::as_const(model::member<From>(item))...));
      if (encoded)
        to = std::move(*encoded);
      else
        error = std::move(encoded.error());
      return encoded.has_value();
    }
    return false;
  }

 private:
  template <fixed_string Name>
  static bool read(const AttributeMap& values, Struct& item, Error& error) {
    constexpr FieldInfo field = Entity::fields()[find_field(Entity::fields(), Name.view()).number()];
    const AttributeValue* value = values.find(field.attribute);
    if (!value && field.has_default) return true;
    Fault fault;
    if (value_codec<type_of<Name>>::decode(value ? StoredValue(*value) : StoredValue(), &model::member<Name>(item),
                                           fault))
      return true;
    error = fault_of_input(Entity::tag(), field, fault);
    return false;
  }
};

template <fixed_string Field>
struct entity_option<created_at<Field>> : entity_option<void> {
  static constexpr bool is_created = true;
  static constexpr void add_to(EntityExtras& extras) { extras.created = Field.view(); }
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field>;
  }
};
template <fixed_string Field>
struct entity_option<updated_at<Field>> : entity_option<void> {
  static constexpr bool is_updated = true;
  static constexpr void add_to(EntityExtras& extras) { extras.updated = Field.view(); }
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field>;
  }
};
template <fixed_string Field, auto Function, fixed_string... From>
struct entity_option<computed<Field, Function, From...>> : entity_option<void> {
  static constexpr bool is_computed = true;
  template <class Entity>
  static constexpr bool right() {
    return is_member<Entity, Field> && (is_member<Entity, From> && ...);
  }
  template <class Entity>
  static constexpr ComputedInfo compute() {
    using Computed = computed_member<Entity, Field, Function, From...>;
    return {find_field(Entity::fields(), Field.view()), Computed::from, &Computed::compute};
  }
};

}  // namespace detail

}  // namespace partita::model
