// Typed writes: what pt::create, pt::put, pt::replace, pt::update, pt::upsert, pt::remove, pt::check and pt::move say,
// for db.transact; and the same run alone as db.create, db.put, ...
//
//   db.transact(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("status"_f = PAID).expect_version(1),
//               pt::create(StatusEvent{...}));
#pragma once

#include <partita/model/changes.h>
#include <partita/model/check_write.h>
#include <partita/model/nested_structs.h>
#include <partita/model/one_expression.h>
#include <partita/model/pending.h>
#include <partita/model/write_call.h>

#include <type_traits>

namespace partita::model {

namespace detail {

// What a write knows, as a type: members changed, members set to a given value, members whose stored value is given.
template <fixed_string... Names>
struct names {
  static constexpr std::array<std::string_view, sizeof...(Names)> list{Names.view()...};
};
// Refuses a list that has a name twice. Steps that only the running program knows may differ.
template <class List>
constexpr bool named_once = accept([](Text* where) {
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
  bool at_run_time = false;  // there are changes that only run time knows
};

// The lists are those of WriteKnowledge; `Maybe`: members that a condition decides about, at run time.
template <class Changed = names<>, class Set = names<>, class Made = names<>, class Given = names<>, class Maybe = names<>,
          WriteFlags Flags = WriteFlags{}>
struct Known;
template <fixed_string... Changed, fixed_string... Set, fixed_string... Made, fixed_string... Given, fixed_string... Maybe,
          WriteFlags Flags>
struct Known<names<Changed...>, names<Set...>, names<Made...>, names<Given...>, names<Maybe...>, Flags> {
  using changed = names<Changed...>;
  using set = names<Set...>;
  using given = names<Given...>;
  static constexpr WriteFlags flags = Flags;
  static constexpr bool has_maybe = sizeof...(Maybe) > 0;
  // Where none of the conditions holds, and where all do.
  static constexpr WriteKnowledge least{names<Changed...>::list, names<Set...>::list, names<Made...>::list,
                                        names<Given...>::list,   Flags.read_first,    Flags.version_said};
  static constexpr WriteKnowledge most{names<Changed..., Maybe...>::list, names<Set..., Maybe...>::list,
                                       names<Made...>::list,              names<Given...>::list,
                                       Flags.read_first,                  Flags.version_said};

  template <class NewChanged, class NewSet, class NewMade>
  using with = Known<NewChanged, NewSet, NewMade, given, names<Maybe...>, Flags>;
  template <fixed_string... Fields>
  using with_set = with<names<Changed..., Fields...>, names<Set..., Fields...>, names<Made..., Fields...>>;
  template <fixed_string Field>
  using with_erased = with<names<Changed..., Field>, names<Set..., Field>, names<Made...>>;
  template <fixed_string Field>
  using with_made = with<names<Changed..., Field>, set, names<Made..., Field>>;
  template <fixed_string Field>
  using with_changed = with<names<Changed..., Field>, set, names<Made...>>;
  template <fixed_string... Fields>
  using with_given =
      Known<names<Changed...>, set, names<Made...>, names<Given..., Fields...>, names<Maybe...>, Flags>;
  template <fixed_string... Fields>
  using with_maybe = Known<names<Changed...>, set, names<Made...>, given, names<Maybe..., Fields...>, Flags>;
  template <WriteFlags New>
  using with_flags = Known<names<Changed...>, set, names<Made...>, given, names<Maybe...>, New>;
};

constexpr WriteFlags read_first(WriteFlags flags) { return flags.read_first = true, flags; }
constexpr WriteFlags version_said(WriteFlags flags) { return flags.version_said = true, flags; }
constexpr WriteFlags at_run_time(WriteFlags flags) { return flags.at_run_time = true, flags; }

// Refuses a given value that the stored one may not be equal to although it means the same.
template <class Entity, fixed_string Field>
constexpr bool can_be_given = accept([](Text* where) {
  using Member = type_at_t<typename Entity::value_type, Field>;
  if constexpr (!std::is_void_v<Member>) return check_compared_whole<Entity, Member, Predicate::Kind::Equal>(Field.view(), where);
  return Mistake::None;
});

template <class T>
struct field_of;
template <fixed_string Field, class V>
struct field_of<assigned<Field, V>> {
  static constexpr auto value = Field;
};

// Refuses changes of what changes nothing. Without `ok` nothing else is said.
template <bool OfUpdate, class... Assigned>
struct changes_check {
  static_assert(OfUpdate, "partita: only an update or upsert changes members");
  static constexpr bool ok = OfUpdate && values_check<Assigned...>::ok;
};

}  // namespace detail

// One write of one item. pt::update and the like make one that db.run and db.transact take; db.update and the like make one that
// can be run as it stands: `Place` is where (write_call.h).
template <WriteRequest::Kind K, class Entity, class Known = detail::Known<>, class Place = Nowhere>
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

  // The member gets the value; an empty optional removes the attribute.
  template <class... Assigned>
  auto set(const Assigned&... values) && {
    if constexpr (detail::changes_check<changes_members, Assigned...>::ok) {
      (add<Needs::Anything>(Change::Kind::Set, values), ...);
      using Now = typename Known::template with_set<detail::field_of<Assigned>::value...>;
      static_assert(detail::named_once<typename Now::changed>);
      return advance<Now>();
    } else {
      return advance<Known>();
    }
  }
  // The same where `condition` is true; otherwise the members stay as they are.
  template <class... Assigned>
  auto set_if(bool condition, const Assigned&... values) && {
    if constexpr (detail::changes_check<changes_members, Assigned...>::ok) {
      if (condition) (add<Needs::Anything>(Change::Kind::Set, values), ...);
      return advance<typename Known::template with_maybe<detail::field_of<Assigned>::value...>>();
    } else {
      return advance<Known>();
    }
  }
  // The same for the values that there are: "note"_f = std::optional<std::string>(...). An empty one leaves its member as
  // it is.
  template <class First, class... Rest>
    requires(!std::convertible_to<First, bool>)
  auto set_if(const First& first, const Rest&... rest) && {
    if constexpr (detail::changes_check<changes_members, First, Rest...>::ok) {
      detail::add_change_if_any<Entity>(first, pending());
      (detail::add_change_if_any<Entity>(rest, pending()), ...);
      return advance<typename Known::template with_maybe<detail::field_of<First>::value, detail::field_of<Rest>::value...>>();
    } else {
      return advance<Known>();
    }
  }
  // Changes that were put together at run time. Index keys that would go stale by them are an error of the call.
  auto apply(const changes<Entity>& list) && {
    static_assert(detail::changes_check<changes_members>::ok);
    pending().add(list);
    return advance<typename Known::template with_flags<detail::at_run_time(Known::flags)>>();
  }
  // The member gets the value unless its attribute is there.
  template <class A>
  auto set_if_absent(const A& value) && {
    return made<Needs::Anything>(Change::Kind::SetIfAbsent, value);
  }
  // Adds to a number, which is the default where it is absent, or else zero; also a negative one to a member without a sign. A sum
  // that the member's type does not hold is refused. Not repeated in silence when its outcome is
  // unknown.
  template <class A>
  auto increment(const A& by) && {
    return made<Needs::Number>(Change::Kind::Increment, by);
  }
  // Elements of a list.
  template <class A>
  auto append(const A& elements) && {
    return made<Needs::List>(Change::Kind::Append, elements);
  }
  template <class A>
  auto prepend(const A& elements) && {
    return made<Needs::List>(Change::Kind::Prepend, elements);
  }
  // Elements of a set.
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
  // The attribute goes. "member"_f of what may be absent: an optional, a set, a member with a default, a part of a list or
  // map.
  template <fixed_string Field>
  auto erase(const field_name<Field>& name) && {
    static_assert(detail::changes_check<changes_members>::ok);
    detail::add_erasure<Entity>(name, pending());
    using Now = typename Known::template with_erased<Field>;
    static_assert(detail::named_once<typename Now::changed>);
    return advance<Now>();
  }

  // ---- what is known of the stored item

  // The member's stored value: index keys are made with it, unique values released; the write is conditional on it.
  template <class... Assigned>
  auto given(const Assigned&... values) && {
    static_assert(K != Kind::Create, "partita: a create finds no item that could hold a given value: leave .given() out");
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
  // Reads the item before it is written, and makes the write conditional on what was read; tries again a few times.
  auto read_first() && {
    request_.read_first = true;
    return advance<typename Known::template with_flags<detail::read_first(Known::flags)>>();
  }
  // Fails with VersionConflict if the item has another version.
  auto expect_version(std::int64_t version) && {
    request_.expected_version = version;
    return advance<typename Known::template with_flags<detail::version_said(Known::flags)>>();
  }
  auto any_version() && {
    request_.any_version = true;
    return advance<typename Known::template with_flags<detail::version_said(Known::flags)>>();
  }
  // The write is only done if the condition holds for the stored item; several have to hold together.
  template <class Condition>
  Write when(const Condition& condition) && {
    static_assert(K != Kind::Create, "partita: a create finds no item for which a condition could hold: leave .when() out, or use "
                                     "pt::replace or pt::update");
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(detail::has_attributes<Entity, Condition>);
      add_condition(detail::predicate_for<Entity>(condition));
    }
    return std::move(*this);
  }
  // Of a removal: an item that is not there is an error.
  Write must_exist() && {
    static_assert(K == Kind::Remove || K == Kind::Check,
                  "partita: must_exist() is for removals and checks: an update and a move find their item or fail, a create "
                  "finds none, and db.update changes an item only if it is there");
    request_.must_exist = true;
    return std::move(*this);
  }

  // The answer has the item as it was, too: Written::old. For a write that stands alone.
  Write returning_old() && {
    static_assert(K != Kind::Create && K != Kind::Check, "partita: there is no old item to return");
    request_.returns_old = true;
    return std::move(*this);
  }

  // The request for this table; stops the compiler where it would do harm.
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
struct WholeItem : detail::OnlySaid {
  Struct item;

  explicit WholeItem(Struct of) : item(std::move(of)) {}
};

namespace detail {

// Refuses a list where one item is written.
template <class List>
constexpr bool one_item() {
  static_assert(!is_list<List>, "partita: one item is written: several without conditions, in any number, by db.replace_many(items), "
                                "all or none by db.transact(requests), a std::vector of what db.request_of(pt::create(item)) gives");
  return !is_list<List>;
}

// Refuses a put by which attributes would go that nobody has read: that T, or a struct in it, does not name.
template <class T>
constexpr bool keeps_others = accept([](Text* where) {
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

// Must not exist.
template <class Struct>
WholeItem<WriteRequest::Kind::Create, Struct> create(Struct item) {
  static_assert(detail::one_item<Struct>());
  return WholeItem<WriteRequest::Kind::Create, Struct>(std::move(item));
}

// Replaces what is there. The struct has a member of type other_attributes, and so has each struct in it, such as those of
// a list: the item keeps the attributes in them. An
// entity with a version is never replaced blindly: it must not exist, unless the write says which version it expects, as
// pt::put<OrderE>(order).expect_version(n) does.
template <class Struct>
WholeItem<WriteRequest::Kind::Put, Struct> put(Struct item) {
  static_assert(detail::one_item<Struct>());
  static_assert(detail::keeps_others<Struct>);
  return WholeItem<WriteRequest::Kind::Put, Struct>(std::move(item));
}
// The same for any struct: attributes of the item that the struct, or one nested in it, does not name are gone.
template <class Struct>
WholeItem<WriteRequest::Kind::Put, Struct> replace(Struct item) {
  static_assert(detail::one_item<Struct>());
  return WholeItem<WriteRequest::Kind::Put, Struct>(std::move(item));
}

namespace detail {

template <WriteRequest::Kind K, class Entity, class Place = Nowhere>
Write<K, Entity, Known<>, Place> whole_item(const typename Entity::value_type& item, Place place = {}) {
  WriteRequest request;
  auto encoded = encode_members(item, Entity::fields(), request.values);
  return Write<K, Entity, Known<>, Place>(
      std::move(request), encoded ? std::nullopt : std::optional<Error>(std::move(encoded.error())), std::move(place));
}

template <WriteRequest::Kind K, class Entity, class Place = Nowhere>
Write<K, Entity, Known<>, Place> keyed(key_values<Entity> key, Place place = {}) {
  WriteRequest request;
  request.values = std::move(key.values);
  return Write<K, Entity, Known<>, Place>(std::move(request), std::move(key.error), std::move(place));
}

// From the item with the key `from` to `item`.
template <class Entity, class Place = Nowhere>
Write<WriteRequest::Kind::Move, Entity, Known<>, Place> moved(const typename Entity::value_type& item, key_values<Entity> from,
                                                              Place place = {}) {
  WriteRequest request;
  request.values = std::move(from.values);
  auto encoded = encode_members(item, Entity::fields(), request.moved_to);
  if (!encoded && !from.error) from.error = std::move(encoded.error());
  return Write<WriteRequest::Kind::Move, Entity, Known<>, Place>(std::move(request), std::move(from.error), std::move(place));
}

}  // namespace detail

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
// Must exist. The arguments are the primary key's members.
template <class Entity, class... Key>
auto update(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Update, Entity>(key_of<Entity>(key...));
}
// Creates what does not exist; the changes have to set all members that are required.
template <class Entity, class... Key>
auto upsert(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Upsert, Entity>(key_of<Entity>(key...));
}
template <class Entity, class... Key>
auto remove(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Remove, Entity>(key_of<Entity>(key...));
}
// Writes nothing: the transaction fails unless the item exists, or the condition holds.
template <class Entity, class... Key>
auto check(const Key&... key) {
  return detail::keyed<WriteRequest::Kind::Check, Entity>(key_of<Entity>(key...));
}
// Another primary key: removes the item with the old key and creates `item`, in one transaction.
template <class Entity, class... Key>
auto move(const std::type_identity_t<typename Entity::value_type>& item, const Key&... old_key) {
  return detail::moved<Entity>(item, key_of<Entity>(old_key...));
}

}  // namespace partita::model
