// Changes that a program puts together at run time, such as those of a PATCH request:
//
//   pt::changes<OrderE> patch;
//   if (body.note) patch.set("note"_f = *body.note);
//   if (body.paid) patch.set("status"_f = OrderStatus::PAID).increment("payments"_f = 1);
//   db.update<OrderE>("orderId"_f = "O1").apply(patch).expect_version(3).value();
//
// The compiler checks names and types. The index keys that the changes affect are not known before run time. If one of
// them would go stale, the write is refused then, by the same rules.
#pragma once

#include <partita/model/detail/change.h>
#include <partita/model/detail/check_write.h>

namespace partita::model {

template <WriteRequest::Kind K, class Entity, class Known, class Place>
class Write;

namespace detail {

// Refuses members that an update must not change.
template <class Entity, fixed_string Field>
inline constexpr bool may_change = accept([](Text* where) {
  const FieldPosition field = find_field(Entity::fields(), Field.view().substr(0, head_size(Field.view())));
  Mistake mistake = Mistake::None;
  if (field == kNone) return mistake;
  if (Entity::fields()[field.number()].attribute.empty()) mistake = Mistake::OthersChanged;
  if (field == Entity::version_field()) mistake = Mistake::VersionSet;
  for (std::size_t i = 0; i < primary_fields<Entity>.count; ++i)
    if (primary_fields<Entity>.list[i] == field) mistake = Mistake::PrimaryKeyField;
  if (where) *where << "entity " << Entity::tag() << ": " << Field.view();
  return mistake;
});

// Adds `value` in the form that the field's codec writes. Sets the error of `to` to a ValidationException that names
// the field if the entity has no such field, or if the field does not take the value.
PARTITA_API void add_named(std::string_view entity, std::span<const FieldInfo> fields,
                           std::span<const ErasedCodec> codecs, std::span<void* const> addresses,
                           std::string_view member, AttributeValue value, PendingChanges& to);

}  // namespace detail

// A list of changes. It keeps the first error, and the call that applies the changes returns it. pt::changes<Table> is
// another class: feed.h.
template <class Entity>
class changes : detail::PendingChanges {
 public:
  // Gives each member its value. An empty optional removes the attribute.
  template <class... Assigned>
  changes& set(const Assigned&... values) {
    if constexpr (detail::values_check<Assigned...>::ok)
      (add<detail::ChangeNeeds::Anything>(Change::Kind::Set, values), ...);
    return *this;
  }
  // Does the same for the optionals that have a value: "note"_f = std::optional<std::string>(...).
  template <class... Assigned>
  changes& set_if(const Assigned&... values) {
    if constexpr (detail::values_check<Assigned...>::ok) (add_if_any(values), ...);
    return *this;
  }
  // Each of these functions does the same as the step of that name in a typed write (writes.h).
  template <class A>
  changes& set_if_absent(const A& value) {
    return add_one<detail::ChangeNeeds::Anything>(Change::Kind::SetIfAbsent, value);
  }
  template <class A>
  changes& increment(const A& by) {
    return add_one<detail::ChangeNeeds::Number>(Change::Kind::Increment, by);
  }
  template <class A>
  changes& append(const A& elements) {
    return add_one<detail::ChangeNeeds::List>(Change::Kind::Append, elements);
  }
  template <class A>
  changes& prepend(const A& elements) {
    return add_one<detail::ChangeNeeds::List>(Change::Kind::Prepend, elements);
  }
  template <class A>
  changes& add_to_set(const A& elements) {
    return add_one<detail::ChangeNeeds::Set>(Change::Kind::AddToSet, elements);
  }
  template <class A>
  changes& remove_from_set(const A& elements) {
    return add_one<detail::ChangeNeeds::Set>(Change::Kind::RemoveFromSet, elements);
  }
  template <fixed_string Field>
  changes& erase(const field_name<Field>& name) {
    static_assert(detail::may_change<Entity, Field>);
    detail::add_erasure<Entity>(name, *this);
    return *this;
  }
  // Sets a member whose name is given at run time. A value without a type removes the attribute. If the name is not a
  // member's, or the member does not take the value, the call that applies the changes returns an error.
  changes& set_named(std::string_view member, AttributeValue value) {
    using S = typename Entity::value_type;
    S probe{};
    detail::add_named(Entity::tag(), Entity::fields(), member_codecs<S>, detail::members_of<S>::addresses(probe),
                      member, std::move(value), *this);
    return *this;
  }

  // True if this has neither a change nor an error.
  bool empty() const { return list.empty() && !error; }

 private:
  template <WriteRequest::Kind, class, class, class>
  friend class Write;

  template <detail::ChangeNeeds Needs, class A>
  changes& add_one(Change::Kind kind, const A& value) {
    if constexpr (detail::values_check<A>::ok) add<Needs>(kind, value);
    return *this;
  }
  template <detail::ChangeNeeds Needs, fixed_string Field, class V>
  changes& add(Change::Kind kind, const assigned<Field, V>& value) {
    static_assert(detail::may_change<Entity, Field>);
    detail::add_change<Entity, Needs>(kind, value, *this);
    return *this;
  }
  template <fixed_string Field, class V>
  void add_if_any(const assigned<Field, V>& value) {
    static_assert(detail::may_change<Entity, Field>);
    detail::add_change_if_any<Entity>(value, *this);
  }
};

}  // namespace partita::model
