// Typed writes. pt::create, pt::put, pt::replace, pt::update, pt::upsert, pt::remove, pt::check and pt::move describe a
// write for db.transact. db.create, db.put and the like make the same writes, each to be run as a call.
//
//   db.transact(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("status"_f = PAID).expect_version(1),
//               pt::create(StatusEvent{...}));
#pragma once

#include <partita/model/changes.h>
#include <partita/model/detail/check_write.h>
#include <partita/model/detail/condition.h>
#include <partita/model/detail/nested_structs.h>
#include <partita/model/detail/one_expression.h>
#include <partita/model/detail/pending.h>
#include <partita/model/key_values.h>
#include <partita/model/write_call.h>

#include <type_traits>

namespace partita::model {

namespace detail {

// The facts that a write knows, as a type: the members that it changes, those that it sets to a given value, and those
// whose stored value is given.
template <fixed_string... Names>
struct names {
  static constexpr std::array<std::string_view, sizeof...(Names)> list{Names.view()...};
};
// Refuses a list that has a name twice. Names with steps that are given at run time may be equal, because the steps may
// differ.
template <class List>
inline constexpr bool named_once = accept([](Text* where) {
  for (std::size_t i = 0; i < List::list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (List::list[i] == List::list[j] && count_open(List::list[i]) == 0) {
        if (where) *where << List::list[i];
        return Mistake::BoundTwice;
      }
  return Mistake::None;
});

struct WriteFlags {
  bool read_first = false;
  bool version_said = false;
  bool at_run_time = false;  // The write has changes that are known only at run time.
};

// The lists of WriteKnowledge. `Maybe` are members whose change depends on a condition at run time.
template <class Changed = names<>, class Set = names<>, class Made = names<>, class Given = names<>,
          class Maybe = names<>, WriteFlags Flags = WriteFlags{}>
struct Known;
template <fixed_string... Changed, fixed_string... Set, fixed_string... Made, fixed_string... Given,
          fixed_string... Maybe, WriteFlags Flags>
struct Known<names<Changed...>, names<Set...>, names<Made...>, names<Given...>, names<Maybe...>, Flags> {
  using changed = names<Changed...>;
  using set = names<Set...>;
  using given = names<Given...>;
  static constexpr WriteFlags flags = Flags;
  static constexpr bool has_maybe = sizeof...(Maybe) > 0;
  // `least` is the knowledge if none of the conditions is true, and `most` if all are.
  static constexpr WriteKnowledge least{names<Changed...>::list, names<Set...>::list, names<Made...>::list,
                                        names<Given...>::list,   Flags.read_first,    Flags.version_said};
  static constexpr WriteKnowledge most{names<Changed..., Maybe...>::list,
                                       names<Set..., Maybe...>::list,
                                       names<Made..., Maybe...>::list,
                                       names<Given...>::list,
                                       Flags.read_first,
                                       Flags.version_said};

  template <class NewChanged, class NewSet, class NewMade>
  using with = Known<NewChanged, NewSet, NewMade, given, names<Maybe...>, Flags>;
  template <fixed_string Field>
  using with_set = with<names<Changed..., Field>, names<Set..., Field>, names<Made..., Field>>;
  template <fixed_string Field>
  using with_erased = with<names<Changed..., Field>, names<Set..., Field>, names<Made...>>;
  template <fixed_string Field>
  using with_made = with<names<Changed..., Field>, set, names<Made..., Field>>;
  template <fixed_string Field>
  using with_changed = with<names<Changed..., Field>, set, names<Made...>>;
  template <fixed_string... Fields>
  using with_given = Known<names<Changed...>, set, names<Made...>, names<Given..., Fields...>, names<Maybe...>, Flags>;
  template <fixed_string... Fields>
  using with_maybe = Known<names<Changed...>, set, names<Made...>, given, names<Maybe..., Fields...>, Flags>;
  template <WriteFlags New>
  using with_flags = Known<names<Changed...>, set, names<Made...>, given, names<Maybe...>, New>;
};

constexpr WriteFlags read_first(WriteFlags flags) { return flags.read_first = true, flags; }
constexpr WriteFlags version_said(WriteFlags flags) { return flags.version_said = true, flags; }
constexpr WriteFlags at_run_time(WriteFlags flags) { return flags.at_run_time = true, flags; }

// Refuses a given value that means the same as the stored one and yet may not be equal to it.
template <class Entity, fixed_string Field>
inline constexpr bool can_be_given = accept([](Text* where) {
  using Member = type_at_t<typename Entity::value_type, Field>;
  if constexpr (!std::is_void_v<Member>)
    return check_compared_whole<Entity, Member, Predicate::Kind::Equal>(Field.view(), where);
  return Mistake::None;
});

template <class T>
struct field_of;
template <fixed_string Field, class V>
struct field_of<assigned<Field, V>> {
  static constexpr auto value = Field;
};

// The knowledge after the members are set. A member that is set to std::nullopt is erased.
template <class Known, class... Assigned>
struct after_set {
  using type = Known;
};
template <class Known, fixed_string Field, class V, class... Rest>
struct after_set<Known, assigned<Field, V>, Rest...> : after_set<typename Known::template with_set<Field>, Rest...> {};
template <class Known, fixed_string Field, class... Rest>
struct after_set<Known, assigned<Field, std::nullopt_t>, Rest...>
    : after_set<typename Known::template with_erased<Field>, Rest...> {};

// Refuses changes in a write that changes no members. If `ok` is false, the caller reports no other mistake.
template <bool OfUpdate, class... Assigned>
struct changes_check {
  static_assert(OfUpdate, "partita: only an update or upsert changes members");
  static constexpr bool ok = OfUpdate && values_check<Assigned...>::ok;
};

}  // namespace detail

// One write of one item. pt::update and the like make a write that db.run and db.transact take. db.update and the like
// make a write that can be run directly. `Place` decides which (write_call.h). Each step moves the write, so a chain of
// steps must be one expression.
template <WriteRequest::Kind K, class Entity, class Known = detail::Known<>, class Place = Unbound>
class [[nodiscard]] Write : detail::PendingWrite,
                            detail::OneExpression,
                            public detail::Runnable<Write<K, Entity, Known, Place>, Entity, Place> {
  using Kind = WriteRequest::Kind;
  using Needs = detail::ChangeNeeds;
  static constexpr bool changes_members = K == Kind::Update || K == Kind::Upsert;

  template <class NewKnown>
  using next = Write<K, Entity, NewKnown, Place>;

 public:
  using entity = Entity;
  static constexpr Kind kind = K;
  using known = Known;

  explicit Write(WriteRequest request, std::optional<Error> error = {}, Place place = {})
      : PendingWrite(std::move(request), std::move(error)), Write::Runnable(std::move(place)) {
    request_.kind = K;
  }

  using OneExpression::set, OneExpression::set_if, OneExpression::apply, OneExpression::set_if_absent,
      OneExpression::increment, OneExpression::append, OneExpression::prepend, OneExpression::add_to_set,
      OneExpression::remove_from_set, OneExpression::erase, OneExpression::given, OneExpression::read_first,
      OneExpression::expect_version, OneExpression::any_version, OneExpression::when, OneExpression::must_exist;

  // ---- changes, of an update or upsert

  // Sets each member to its value. An empty optional removes the attribute.
  template <class... Assigned>
  auto set(const Assigned&... values) && {
    if constexpr (detail::changes_check<changes_members, Assigned...>::ok) {
      (add<Needs::Anything>(Change::Kind::Set, values), ...);
      using Now = typename detail::after_set<Known, Assigned...>::type;
      static_assert(detail::named_once<typename Now::changed>);
      return advance<Now>();
    } else {
      return advance<Known>();
    }
  }
  // Does the same if `condition` is true. Otherwise the members keep their values.
  template <class... Assigned>
  auto set_if(bool condition, const Assigned&... values) && {
    if constexpr (detail::changes_check<changes_members, Assigned...>::ok) {
      if (condition) (add<Needs::Anything>(Change::Kind::Set, values), ...);
      return advance<typename Known::template with_maybe<detail::field_of<Assigned>::value...>>();
    } else {
      return advance<Known>();
    }
  }
  // Does the same for the optionals that have a value: "note"_f = std::optional<std::string>(...). The members of the
  // empty ones keep their values.
  template <class First, class... Rest>
    requires(!std::convertible_to<First, bool>)
  auto set_if(const First& first, const Rest&... rest) && {
    if constexpr (detail::changes_check<changes_members, First, Rest...>::ok) {
      detail::add_change_if_any<Entity>(first, pending());
      (detail::add_change_if_any<Entity>(rest, pending()), ...);
      return advance<
          typename Known::template with_maybe<detail::field_of<First>::value, detail::field_of<Rest>::value...>>();
    } else {
      return advance<Known>();
    }
  }
  // Applies changes that were put together at run time. If an index key would go stale by them, the call returns an
  // error.
  auto apply(const changes<Entity>& list) && {
    static_assert(detail::changes_check<changes_members>::ok);
    pending().add(list);
    return advance<typename Known::template with_flags<detail::at_run_time(Known::flags)>>();
  }
  // Sets the member unless its attribute exists.
  template <class A>
  auto set_if_absent(const A& value) && {
    return made<Needs::Anything>(Change::Kind::SetIfAbsent, value);
  }
  // Adds to a number. An absent number counts as its default, or else as zero. The amount may be negative, also for an
  // unsigned member. A sum that the member's type cannot hold is refused. If the outcome of the write is unknown, the
  // write is not repeated, and the call returns OutcomeUnknown.
  template <class A>
  auto increment(const A& by) && {
    return made<Needs::Number>(Change::Kind::Increment, by);
  }
  // Add elements to the end or the beginning of a list.
  template <class A>
  auto append(const A& elements) && {
    return made<Needs::List>(Change::Kind::Append, elements);
  }
  template <class A>
  auto prepend(const A& elements) && {
    return made<Needs::List>(Change::Kind::Prepend, elements);
  }
  // Add elements to a set, or remove them from it.
  template <class A>
  auto add_to_set(const A& elements) && {
    return made<Needs::Set>(Change::Kind::AddToSet, elements);
  }
  template <class A>
  auto remove_from_set(const A& elements) && {
    if constexpr (detail::changes_check<changes_members, A>::ok) {
      add<Needs::Set>(Change::Kind::RemoveFromSet, elements);
      using Now = typename Known::template with_changed<detail::field_of<A>::value>;
      static_assert(detail::named_once<typename Now::changed>);
      return advance<Now>();
    } else {
      return advance<Known>();
    }
  }
  // Removes the attribute. The name must lead to a value that may be absent: an optional, a set, a member with a
  // default, or a part of a list or map.
  template <fixed_string Field>
  auto erase(const field_name<Field>& name) && {
    static_assert(detail::changes_check<changes_members>::ok);
    detail::add_erasure<Entity>(name, pending());
    using Now = typename Known::template with_erased<Field>;
    static_assert(detail::named_once<typename Now::changed>);
    return advance<Now>();
  }

  // ---- knowledge of the stored item

  // Gives the stored value of the member. Index keys are made with it, and unique values are released by it. The write
  // is conditional on it.
  template <class... Assigned>
  auto given(const Assigned&... values) && {
    static_assert(K != Kind::Create,
                  "partita: a create finds no item that could hold a given value: leave .given() out");
    if constexpr (detail::values_check<Assigned...>::ok) {
      (note(detail::add_value<Entity>(values, request_.given)), ...);
      using Now = typename Known::template with_given<detail::field_of<Assigned>::value...>;
      static_assert(detail::named_once<typename Now::given>);
      static_assert((detail::can_be_given<Entity, detail::field_of<Assigned>::value> && ...));
      return advance<Now>();
    } else {
      return advance<Known>();
    }
  }
  // Reads the item before the write, and makes the write conditional on the read item. If the item changes in between,
  // the read and the write are repeated, up to SessionOptions::read_first_attempts times.
  auto read_first() && {
    request_.read_first = true;
    return advance<typename Known::template with_flags<detail::read_first(Known::flags)>>();
  }
  // Makes the write fail with VersionConflict if the item has another version.
  auto expect_version(std::int64_t version) && {
    static_assert(Entity::version_field() != kNone,
                  "partita: the entity has no version: add pt::version<\"member\">, or leave .expect_version() out");
    request_.expected_version = version;
    return advance<typename Known::template with_flags<detail::version_said(Known::flags)>>();
  }
  // Accepts any version of the item.
  auto any_version() && {
    request_.any_version = true;
    return advance<typename Known::template with_flags<detail::version_said(Known::flags)>>();
  }
  // Makes the write conditional. The condition must hold for the stored item, and several conditions must hold
  // together. If it does not hold, the error is ConditionalCheckFailedException with Refusal::ConditionFalse.
  template <class Condition>
  Write when(const Condition& condition) && {
    static_assert(K != Kind::Create,
                  "partita: a create finds no item for which a condition could hold: leave .when() out, or use "
                  "pt::replace or pt::update");
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(detail::has_attributes<Entity, Condition>);
      add_condition(detail::predicate_for<Entity>(condition));
    }
    return std::move(*this);
  }
  // Makes a removal or a check fail if the item does not exist.
  Write must_exist() && {
    static_assert(
        K == Kind::Remove || K == Kind::Check,
        "partita: must_exist() is for removals and checks: an update and a move find their item or fail, a create "
        "finds none, and db.update changes an item only if it is there");
    request_.must_exist = true;
    return std::move(*this);
  }

  // Asks for the item before the write, in Written::old. This works only for a write outside of a transaction.
  Write returning_old() && {
    static_assert(K != Kind::Create && K != Kind::Check, "partita: there is no old item to return");
    request_.returns_old = true;
    return std::move(*this);
  }

  // Returns the request for this table. Stops the compiler if the write would harm the table's data.
  template <class Table>
  Result<WriteRequest> on_table() const {
    static_assert(accept([](Text* where) {
      const TableInfo& table = Table::info();
      const EntityInfo& info = Table::template entity_info<Entity>();
      Mistake mistake = Mistake::None;
      if (K == Kind::Upsert && !Known::flags.at_run_time) mistake = check_upsert(info, Known::least, where);
      if (changes_members && mistake == Mistake::None) mistake = check_update(table, info, Known::least, where);
      if (Known::has_maybe && mistake == Mistake::None) mistake = check_update(table, info, Known::most, where);
      if (K == Kind::Remove || K == Kind::Move) mistake = check_removal(info, Known::least, where);
      return mistake;
    }));
    return place(Table::info(), Table::template entity_info<Entity>());
  }

 private:
  template <WriteRequest::Kind, class, class, class>
  friend class Write;

  Write(PendingWrite&& pending, Place place) : PendingWrite(std::move(pending)), Write::Runnable(std::move(place)) {}

  template <class NewKnown>
  next<NewKnown> advance() {
    return next<NewKnown>(static_cast<PendingWrite&&>(*this), this->where());
  }
  template <Needs WithType, class A>
  auto made(Change::Kind what, const A& value) {
    if constexpr (detail::changes_check<changes_members, A>::ok) {
      add<WithType>(what, value);
      using Now = typename Known::template with_made<detail::field_of<A>::value>;
      static_assert(detail::named_once<typename Now::changed>);
      return advance<Now>();
    } else {
      return advance<Known>();
    }
  }

  template <detail::ChangeNeeds WithType, fixed_string Field, class V>
  void add(Change::Kind what, const assigned<Field, V>& value) {
    detail::add_change<Entity, WithType>(what, value, pending());
  }
};

// A whole item, of an entity that the db finds by the struct.
template <WriteRequest::Kind K, class Struct>
struct WholeItem : detail::UnboundWrite {
  Struct item;

  explicit WholeItem(Struct of) : item(std::move(of)) {}
};

namespace detail {

// Refuses a list in the place of one item.
template <class List>
constexpr bool one_item() {
  static_assert(!is_list<List>,
                "partita: this call writes one item: write several without conditions, in any number, with "
                "db.replace_many(items), or all or none with db.transact(requests), a std::vector of the results of "
                "db.request_of(pt::create(item))");
  return !is_list<List>;
}

// Refuses a put that could drop attributes that the program has not read, because T or a struct in it does not name
// them.
template <class T>
inline constexpr bool keeps_others = accept([](Text* where) {
  const bool drops = any_struct<T>([&]<class S>() {
    if (carries_other_attributes<S>) return false;
    if (where) {
      *where << "a struct of";
      for (const auto name : members_of<S>::names) *where << " " << name;
    }
    return true;
  });
  return drops ? Mistake::OthersDropped : Mistake::None;
});

}  // namespace detail

// The item must not exist.
template <class Struct>
WholeItem<WriteRequest::Kind::Create, Struct> create(Struct item) {
  static_assert(detail::one_item<Struct>());
  return WholeItem<WriteRequest::Kind::Create, Struct>(std::move(item));
}

// Replaces the item. The struct, and each struct in it, such as those of a list, must have a member of type
// other_attributes. So the item keeps the attributes in these members. If the entity has a version, the item must not
// exist, unless the write says which version it expects, as pt::put<OrderE>(order).expect_version(n) does.
template <class Struct>
WholeItem<WriteRequest::Kind::Put, Struct> put(Struct item) {
  static_assert(detail::one_item<Struct>());
  static_assert(detail::keeps_others<Struct>);
  return WholeItem<WriteRequest::Kind::Put, Struct>(std::move(item));
}
// Does the same for any struct. Stored attributes that the struct, or one nested in it, does not name are lost.
template <class Struct>
WholeItem<WriteRequest::Kind::Put, Struct> replace(Struct item) {
  static_assert(detail::one_item<Struct>());
  return WholeItem<WriteRequest::Kind::Put, Struct>(std::move(item));
}

namespace detail {

template <WriteRequest::Kind K, class Entity, class Place = Unbound>
Write<K, Entity, Known<>, Place> whole_item(const typename Entity::value_type& item, Place place = {}) {
  WriteRequest request;
  auto encoded = encode_members(item, Entity::fields(), request.values);
  return Write<K, Entity, Known<>, Place>(
      std::move(request), encoded ? std::nullopt : std::optional<Error>(std::move(encoded.error())), std::move(place));
}

template <WriteRequest::Kind K, class Entity, class Place = Unbound>
Write<K, Entity, Known<>, Place> keyed(key_values<Entity> key, Place place = {}) {
  WriteRequest request;
  request.values = std::move(key.values);
  return Write<K, Entity, Known<>, Place>(std::move(request), std::move(key.error), std::move(place));
}

// Moves the item with the key `from` to the key of `item`.
template <class Entity, class Place = Unbound>
Write<WriteRequest::Kind::Move, Entity, Known<>, Place> moved(const typename Entity::value_type& item,
                                                              key_values<Entity> from, Place place = {}) {
  WriteRequest request;
  request.values = std::move(from.values);
  auto encoded = encode_members(item, Entity::fields(), request.moved_to);
  if (!encoded && !from.error) from.error = std::move(encoded.error());
  return Write<WriteRequest::Kind::Move, Entity, Known<>, Place>(std::move(request), std::move(from.error),
                                                                 std::move(place));
}

}  // namespace detail

// The same functions with the name of the entity, for entities that share a struct and for writes with further steps.
template <class Entity>
auto create(const std::type_identity_t<typename Entity::value_type>& item) {
  return detail::whole_item<WriteRequest::Kind::Create, Entity>(item);
}
template <class Entity>
auto put(const std::type_identity_t<typename Entity::value_type>& item) {
  static_assert(detail::keeps_others<typename Entity::value_type>);
  return detail::whole_item<WriteRequest::Kind::Put, Entity>(item);
}
template <class Entity>
auto replace(const std::type_identity_t<typename Entity::value_type>& item) {
  return detail::whole_item<WriteRequest::Kind::Put, Entity>(item);
}
// Changes an item, which must exist. The arguments are the members of the primary key.
template <class Entity, class... Key>
auto update(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Update, Entity>(key_of<Entity>(key...));
}
// Changes an item or creates it. The changes must set all required members.
template <class Entity, class... Key>
auto upsert(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Upsert, Entity>(key_of<Entity>(key...));
}
// Removes an item. A missing item is not an error, unless the write has must_exist(), an expected version, or a
// condition that fails for a missing item.
template <class Entity, class... Key>
auto remove(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Remove, Entity>(key_of<Entity>(key...));
}
// Only checks an item: the transaction fails unless the conditions hold. Without a condition the item must exist.
template <class Entity, class... Key>
auto check(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Check, Entity>(key_of<Entity>(key...));
}
// Gives an item another primary key: removes the item with the old key and creates `item`, in one transaction.
template <class Entity, class... Key>
auto move(const std::type_identity_t<typename Entity::value_type>& item, const Key&... old_key) {
  return detail::moved<Entity>(item, key_of<Entity>(old_key...));
}

}  // namespace partita::model
