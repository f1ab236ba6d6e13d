// Typed writes: what pt::create, pt::put, pt::replace, pt::update, pt::upsert, pt::remove, pt::check and pt::move say,
// for db.transact; and the same run alone as db.create, db.put, ...
//
//   db.transact(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("status"_f = PAID).expect_version(1),
//               pt::create(StatusEvent{...}));
#pragma once

#include <partita/model/call.h>
#include <partita/model/check_write.h>
#include <partita/model/decode.h>
#include <partita/model/pending.h>
#include <partita/model/values.h>

namespace partita::model {

namespace detail {

// What a write knows, as a type: members changed, members set to a given value, members whose stored value is given.
template <fixed_string... Names>
struct names {
  static constexpr std::array<std::string_view, sizeof...(Names)> list{Names.view()...};
};
template <class List, fixed_string... More>
struct with;
template <fixed_string... Names, fixed_string... More>
struct with<names<Names...>, More...> {
  using type = names<Names..., More...>;
};
template <class List, fixed_string... More>
using with_t = typename with<List, More...>::type;

// Refuses a list that has a name twice.
template <class List>
constexpr bool named_once = accept([](Text* where) {
  for (std::size_t i = 0; i < List::list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (List::list[i] == List::list[j]) {
        if (where) *where << List::list[i];
        return Mistake::BoundTwice;
      }
  return Mistake::None;
});

struct WriteFlags {
  bool read_first = false;
  bool version_said = false;
};

// The lists are those of WriteKnowledge.
template <class Changed = names<>, class Set = names<>, class Made = names<>, class Given = names<>, WriteFlags Flags = WriteFlags{}>
struct Known {
  using set = Set;
  using given = Given;
  static constexpr WriteKnowledge value{Changed::list, Set::list,        Made::list,
                                        Given::list,   Flags.read_first, Flags.version_said};

  template <fixed_string... Fields>
  using with_set = Known<with_t<Changed, Fields...>, with_t<Set, Fields...>, with_t<Made, Fields...>, Given, Flags>;
  template <fixed_string Field>
  using with_erased = Known<with_t<Changed, Field>, with_t<Set, Field>, Made, Given, Flags>;
  template <fixed_string Field>
  using with_made = Known<with_t<Changed, Field>, Set, with_t<Made, Field>, Given, Flags>;
  template <fixed_string Field>
  using with_changed = Known<with_t<Changed, Field>, Set, Made, Given, Flags>;
  template <fixed_string... Fields>
  using with_given = Known<Changed, Set, Made, with_t<Given, Fields...>, Flags>;
  using with_read = Known<Changed, Set, Made, Given, WriteFlags{true, Flags.version_said}>;
  using with_version = Known<Changed, Set, Made, Given, WriteFlags{Flags.read_first, true}>;
};

template <class T>
struct field_of;
template <fixed_string Field, class V>
struct field_of<assigned<Field, V>> {
  static constexpr auto value = Field;
};

}  // namespace detail

// One write of one item. `Entity` may be void as long as only the struct is known (pt::create(order)).
template <WriteRequest::Kind K, class Entity, class Known = detail::Known<>>
class [[nodiscard]] Write : detail::PendingWrite {
  using Kind = WriteRequest::Kind;
  static constexpr bool changes_members = K == Kind::Update || K == Kind::Upsert;

  template <class NewKnown>
  using next = Write<K, Entity, NewKnown>;

 public:
  using entity = Entity;
  static constexpr Kind kind = K;
  using known = Known;

  explicit Write(WriteRequest request, std::optional<Error> error = {})
      : PendingWrite(std::move(request), std::move(error)) {
    request_.kind = K;
  }

  // ---- changes, of an update or upsert

  // The member gets the value; an empty optional removes the attribute.
  template <class... Assigned>
  auto set(const Assigned&... values) && {
    static_assert(changes_members && (detail::is_assigned<Assigned> && ...));
    (add(Change::Kind::Set, values), ...);
    using Now = typename Known::template with_set<detail::field_of<Assigned>::value...>;
    static_assert(detail::named_once<typename Now::set>);
    return advance<Now>();
  }
  // The member gets the value unless it has one.
  template <class A>
  auto set_if_absent(const A& value) && {
    add(Change::Kind::SetIfAbsent, value);
    return made<detail::field_of<A>::value>();
  }
  // Adds to a number, which counts as zero where it is absent. Not repeated in silence when its outcome is unknown.
  template <class A>
  auto increment(const A& by) && {
    add<detail::ChangeNeeds::Number>(Change::Kind::Increment, by);
    return made<detail::field_of<A>::value>();
  }
  // Elements of a list.
  template <class A>
  auto append(const A& elements) && {
    add<detail::ChangeNeeds::List>(Change::Kind::Append, elements);
    return made<detail::field_of<A>::value>();
  }
  template <class A>
  auto prepend(const A& elements) && {
    add<detail::ChangeNeeds::List>(Change::Kind::Prepend, elements);
    return made<detail::field_of<A>::value>();
  }
  // Elements of a set.
  template <class A>
  auto add_to_set(const A& elements) && {
    add<detail::ChangeNeeds::Set>(Change::Kind::AddToSet, elements);
    return made<detail::field_of<A>::value>();
  }
  template <class A>
  auto remove_from_set(const A& elements) && {
    add<detail::ChangeNeeds::Set>(Change::Kind::RemoveFromSet, elements);
    return changed<detail::field_of<A>::value>();
  }
  // The attribute goes. "member"_f of an optional, or of a part of a document.
  template <fixed_string Field>
  auto erase(field_name<Field>) && {
    static_assert(changes_members && detail::leads_somewhere<Entity, Field> && detail::may_erase<Entity, Field>);
    request_.changes.push_back({.kind = Change::Kind::Remove,
                                .field = find_field(Entity::fields(), head<Field>()),
                                .path = inner_path<Field>()});
    return advance<typename Known::template with_erased<Field>>();
  }

  // ---- what is known of the stored item

  // The member's stored value: index keys are made with it, unique values released; the write is conditional on it.
  template <class... Assigned>
  auto given(const Assigned&... values) && {
    static_assert((detail::is_assigned<Assigned> && ...));
    (note(detail::add_value<Entity>(values, request_.given)), ...);
    using Now = typename Known::template with_given<detail::field_of<Assigned>::value...>;
    static_assert(detail::named_once<typename Now::given>);
    return advance<Now>();
  }
  // Reads the item before it is written, and makes the write conditional on what was read; tries again a few times.
  auto read_first() && {
    request_.read_first = true;
    return advance<typename Known::with_read>();
  }
  // Fails with VersionConflict if the item has another version.
  auto expect_version(std::int64_t version) && {
    request_.expected_version = version;
    return advance<typename Known::with_version>();
  }
  auto any_version() && {
    request_.any_version = true;
    return advance<typename Known::with_version>();
  }
  // The write is only done if the condition holds for the stored item; several have to hold together.
  template <class Condition>
  Write when(const Condition& condition) && {
    static_assert(is_condition<Condition>);
    add_condition(detail::predicate_for<Entity>(condition));
    return std::move(*this);
  }
  // Of a removal: an item that is not there is an error.
  Write must_exist() && {
    request_.must_exist = true;
    return std::move(*this);
  }

  // The request for this table; stops the compiler where it would do harm.
  template <class Table>
  Result<WriteRequest> on_table() const {
    static_assert(accept([](Text* where) {
      const TableInfo& table = Table::info();
      const EntityInfo& info = Table::template entity_info<Entity>();
      if (K == Kind::Upsert)
        if (const Mistake mistake = check_upsert(info, Known::value, where); mistake != Mistake::None) return mistake;
      if (changes_members) return check_update(table, info, Known::value, where);
      if (K == Kind::Remove || K == Kind::Move) return check_removal(info, Known::value, where);
      return Mistake::None;
    }));
    return place(Table::info(), Table::template entity_info<Entity>());
  }

 private:
  template <WriteRequest::Kind, class, class>
  friend class Write;

  template <fixed_string Field>
  static constexpr std::string_view head() {
    return Field.view().substr(0, detail::head_size(Field.view()));
  }

  // Of what is inside of a member; empty for the member itself.
  template <fixed_string Field>
  static std::string inner_path() {
    if (head<Field>().size() == Field.view().size()) return {};
    return detail::attribute_path<Entity, Field>();
  }

  template <class NewKnown>
  next<NewKnown> advance() {
    return next<NewKnown>(std::move(request_), std::move(error_));
  }
  template <fixed_string Field>
  auto changed() {
    return advance<typename Known::template with_changed<Field>>();
  }
  template <fixed_string Field>
  auto made() {
    return advance<typename Known::template with_made<Field>>();
  }

  template <detail::ChangeNeeds Needs = detail::ChangeNeeds::Anything, fixed_string Field, class V>
  void add(Change::Kind what, const assigned<Field, V>& value) {
    static_assert(changes_members, "partita: only an update or upsert changes members");
    static_assert(detail::leads_somewhere<Entity, Field> && detail::can_change<Entity, Field, Needs>);
    PendingWrite::add(what, find_field(Entity::fields(), head<Field>()), inner_path<Field>(),
                      detail::encode_for<Entity, Field>(value.value));
  }
};

// A whole item, of an entity that the db finds by the struct.
template <WriteRequest::Kind K, class Struct>
struct WholeItem {
  Struct item;
};

// Must not exist.
template <class Struct>
WholeItem<WriteRequest::Kind::Create, Struct> create(Struct item) {
  return {std::move(item)};
}

namespace detail {

// Refuses a put by which attributes would go that nobody has read.
template <class Struct>
constexpr bool keeps_others = accept([](Text* where) {
  if (carries_other_attributes<Struct>) return Mistake::None;
  if (where) {
    *where << "a struct of";
    for (const auto name : members_of<Struct>::names) *where << ' ' << name;
  }
  return Mistake::OthersDropped;
});

}  // namespace detail

// Replaces what is there. The struct has a member of type other_attributes, and the item keeps the attributes in it. An
// entity with a version is never replaced blindly: it must not exist, unless the write says which version it expects, as
// pt::put<OrderE>(order).expect_version(n) does.
template <class Struct>
WholeItem<WriteRequest::Kind::Put, Struct> put(Struct item) {
  static_assert(detail::keeps_others<Struct>);
  return {std::move(item)};
}
// The same for any struct: attributes of the item that the struct does not name are gone.
template <class Struct>
WholeItem<WriteRequest::Kind::Put, Struct> replace(Struct item) {
  return {std::move(item)};
}

namespace detail {

template <WriteRequest::Kind K, class Entity>
Write<K, Entity> whole_item(const typename Entity::value_type& item) {
  WriteRequest request;
  auto encoded = encode_members(item, Entity::fields(), request.values);
  return Write<K, Entity>(std::move(request), encoded ? std::nullopt : std::optional<Error>(std::move(encoded.error())));
}

template <WriteRequest::Kind K, class Entity>
Write<K, Entity> keyed(key_values<Entity> key) {
  WriteRequest request;
  request.values = std::move(key.values);
  return Write<K, Entity>(std::move(request), std::move(key.error));
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
  auto key = key_of<Entity>(old_key...);
  WriteRequest request;
  request.values = std::move(key.values);
  auto encoded = encode_members(item, Entity::fields(), request.moved_to);
  if (!encoded && !key.error) key.error = std::move(encoded.error());
  return Write<WriteRequest::Kind::Move, Entity>(std::move(request), std::move(key.error));
}

}  // namespace partita::model
