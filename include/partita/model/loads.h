// Typed reads of collections: the calls behind db.load.
#pragma once

#include <partita/model/detail/answer_checks.h>
#include <partita/model/detail/collected_rows.h>
#include <partita/model/reads.h>

namespace partita::model {

// A collection. It is empty if the item of its pt::one does not exist.
template <class T>
struct Loaded : std::optional<T> {
  // The token for .after(). It continues all members that take(n) has cut. It is absent if no member has more items.
  std::optional<std::string> token = {};
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
};

namespace detail {

// ---- the aggregate of a collection

template <class Aggregate, class... Values>
constexpr bool takes(std::type_identity<std::tuple<Values...>>) {
  return requires { Aggregate{std::declval<Values>()...}; };
}

// Refuses an aggregate that cannot be initialised with the members of the collection.
template <class Collection>
inline constexpr bool fills_aggregate = accept([](Text* where) {
  using Values = std::type_identity<typename Collection::member_values>;
  if (takes<typename Collection::value_type>(Values{})) return Mistake::None;
  if (where) {
    *where << "\"" << Collection::name() << "\" has, in this order:";
    []<class... Members>(holds<Members...>, Text& to) {
      ((to << (collected<Members>::single ? collected<Members>::required ? " one " : " maybe " : " many ")
           << collected<Members>::entity::tag()),
       ...);
    }(typename Collection::members{}, *where);
  }
  return Mistake::AggregateDiffers;
});

// ---- the keys of a collection's members

constexpr bool same_part(const EntityInfo& a, const KeyPart& left, const EntityInfo& b, const KeyPart& right) {
  if (left.is_field() != right.is_field()) return false;
  if (!left.is_field()) return left.literal == right.literal;
  return field_name(a, left.field) == field_name(b, right.field) && left.format == right.format &&
         left.width == right.width && left.escape == right.escape;
}

// True if the keys of `lower` begin with the key of the `upper` item that they belong to. Then the lower items come
// directly behind the upper one.
constexpr bool is_below(const EntityInfo& upper, const EntityInfo& lower, IndexPosition index) {
  const EntityKey &above = key_in(upper, index), &below = key_in(lower, index);
  if (above.sort.size() != 1 || below.sort.size() != 1 || above.sort[0].natural || below.sort[0].natural) return false;
  if (is_raw(above.sort[0].value) || is_raw(below.sort[0].value)) return false;
  for (std::size_t i = 0; i < above.partition.size(); ++i) {
    const auto left = above.partition[i].value.parts, right = below.partition[i].value.parts;
    if (left.size() != right.size()) return false;
    for (std::size_t k = 0; k < left.size(); ++k)
      if (!same_part(upper, left[k], lower, right[k])) return false;
  }
  const auto left = above.sort[0].value.parts, right = below.sort[0].value.parts;
  if (left.size() > right.size()) return false;
  for (std::size_t k = 0; k < left.size(); ++k) {
    if (same_part(upper, left[k], lower, right[k])) continue;
    // The last literal may be longer below, as "HEAD#" is longer than "HEAD".
    const bool last = k + 1 == left.size() && !left[k].is_field() && !right[k].is_field();
    return last && right[k].literal.size() > left[k].literal.size() &&
           right[k].literal.substr(0, left[k].literal.size()) == left[k].literal &&
           right[k].literal[left[k].literal.size()] == '#';
  }
  return left.size() < right.size();
}

template <class Table, class Outer, class Inner>
inline constexpr bool is_nested = accept([](Text* where) {
  const EntityInfo& outer = Table::template entity_info<Outer>();
  const EntityInfo& inner = Table::template entity_info<Inner>();
  for (const auto& attributes : {outer.primary.partition, outer.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts) {
        if (!part.is_field() || inner.field(field_name(outer, part.field)) != kNone) continue;
        if (where) *where << inner.name << " in " << outer.name << " has no member " << field_name(outer, part.field);
        return Mistake::NotNested;
      }
  return Mistake::None;
});

// Calls see.operator()<Outer, Member>() for each member and for the members nested in it. For members that are not
// nested, Outer is void.
template <class Outer, class... Members, class See>
constexpr void each_member(holds<Members...>, const See& see) {
  ((see.template operator()<Outer, Members>(),
    each_member<typename collected<Members>::entity>(typename collected<Members>::inner{}, see)),
   ...);
}

template <class Table, class Collection>
constexpr Mistake check_counted(IndexPosition index, Text* where) {
  Mistake mistake = Mistake::None;
  each_member<void>(typename Collection::members{}, [&]<class Outer, class Member>() {
    const EntityInfo& entity = Table::template entity_info<typename collected<Member>::entity>();
    bool countable = has_place(entity, index);
    if constexpr (!std::is_void_v<Outer>)
      countable = countable && is_below(Table::template entity_info<Outer>(), entity, index);
    if (countable || mistake != Mistake::None) return;
    mistake = Mistake::NotCounted;
    if (where) *where << "\"" << Collection::name() << "\": the items of " << entity.name;
  });
  return mistake;
}

// ---- the entity of a filter

template <class Entity, class Condition>
inline constexpr bool can_ask = false;
template <class Entity, fixed_string Field, Predicate::Kind K, class... V>
constexpr bool can_ask<Entity, compared<Field, K, V...>> =
    !std::is_void_v<type_at_t<typename Entity::value_type, Field>>;
template <class Entity, Predicate::Kind K, class... Conditions>
constexpr bool can_ask<Entity, combined<K, Conditions...>> = (can_ask<Entity, Conditions> && ...);

// Finds the only entity that has all members that the condition names. If no entity has them, it is the first one.
template <class Condition, class Entities>
struct asked;
template <class Condition, class First, class... Rest>
struct asked<Condition, holds<First, Rest...>> {
  static constexpr int count = int(can_ask<First, Condition>) + (int(can_ask<Rest, Condition>) + ... + 0);
  static constexpr bool is_one = accept([](Text* where) {
    if (count < 2) return Mistake::None;
    if (where) {
      *where << "items of " << First::tag();
      ((*where << ", " << Rest::tag()), ...);
    }
    return Mistake::FilterAmbiguous;
  });
  static constexpr auto find() {
    if constexpr (can_ask<First, Condition> || sizeof...(Rest) == 0 || count == 0)
      return std::type_identity<First>{};
    else
      return std::type_identity<typename asked<Condition, holds<Rest...>>::type>{};
  }
  using type = typename decltype(find())::type;
};

// ---- from rows to the aggregate

template <class Table, class Collection, class Entities>
class Collector;
template <class Table, class Collection, class... Entities>
class Collector<Table, Collection, holds<Entities...>> {
  using Members = typename Collection::members;
  template <class Entity>
  static constexpr std::size_t position = [] {
    std::size_t at = 0, found = 0, count = 0;
    ((std::is_same_v<Entity, Entities> ? void((found = at++, ++count)) : void(at++)), ...);
    return count == 1 ? found : sizeof...(Entities);
  }();
  static_assert(((position<Entities> < sizeof...(Entities)) && ...), "partita: a collection names each entity once");
  static constexpr bool nests = sizeof...(Entities) > std::tuple_size_v<typename Collection::member_values>;

 public:
  Collector(RowPage& page, Unreadable unreadable) : rows_(Table::info(), page, unreadable, sizeof...(Entities)) {
    if constexpr (nests)
      each_member<void>(Members{}, [&]<class Outer, class Member>() {
        if constexpr (!std::is_void_v<Outer>) {
          static_assert(is_nested<Table, Outer, typename collected<Member>::entity>);
          rows_.nest(position<typename collected<Member>::entity>, position<Outer>,
                     Table::template entity_info<Outer>());
        }
      });
  }

  // Makes the collection of the rows. `outer_filtered` means that items with nested ones may have been left out.
  // `expired_too` means that expired items were read.
  Result<Loaded<typename Collection::value_type>> collect(const std::vector<Row>& rows, bool outer_filtered,
                                                          bool expired_too) {
    Result<Loaded<typename Collection::value_type>> out;
    for (const Row& row : rows) {
      (void)((row.entity == &Table::template entity_info<Entities>() && (place<Entities>(row), true)) || ...);
      if (rows_.error()) return unexpected(*rows_.error());
    }
    assemble(*out, Members{});
    if constexpr (nests)
      if (*out && !outer_filtered) (rows_.report_left_over(position<Entities>, Entities::tag(), expired_too), ...);
    if (rows_.error()) return unexpected(*rows_.error());
    out->token = std::move(rows_.token);
    out->cost = rows_.cost;
    out->unreadable = std::move(rows_.unreadable);
    return out;
  }

 private:
  template <class Entity>
  auto& values() {
    return std::get<position<Entity>>(values_);
  }

  template <class Entity>
  void place(const Row& row) {
    auto& to = values<Entity>();
    if (auto decoded = decode_into<Table, Entity>(to.emplace_back(), row); !decoded) {
      to.pop_back();
      rows_.refuse(row, std::move(decoded.error()), is_required<Entity>(Members{}));
    } else if (nests) {
      rows_.place(position<Entity>, row);
    }
  }

  template <class Entity, class... M>
  static constexpr bool is_required(holds<M...>) {
    return ((std::is_same_v<typename collected<M>::entity, Entity> && collected<M>::required) || ...);
  }

  template <class... M>
  void assemble(std::optional<typename Collection::value_type>& out, holds<M...>) {
    if ((missing<M>() || ...)) return;
    if constexpr (fills_aggregate<Collection>)
      out.emplace(
          typename Collection::value_type{value_of<M>(rows_.all(values<typename collected<M>::entity>().size()))...});
  }

  template <class Member>
  bool missing() {
    const bool is_missing = collected<Member>::required && values<typename collected<Member>::entity>().empty();
    if (is_missing) rows_.miss();
    return is_missing;
  }

  template <class Member>
  typename collected<Member>::value value_of(Positions which) {
    using Entity = typename collected<Member>::entity;
    typename collected<Member>::value out{};
    if constexpr (collected<Member>::single) {
      if (which.count > 1) rows_.refuse_several(Collection::name(), Entity::tag());
      if (which.count > 0) out = std::move(values<Entity>()[*which.first]);
    } else {
      out.reserve(which.count);
      for (const std::size_t value : which) append<Entity>(out, value, typename collected<Member>::inner{});
    }
    return out;
  }

  template <class Entity, class List, class... Inner>
  void append(List& out, std::size_t value, holds<Inner...>) {
    auto& from = values<Entity>()[value];
    if constexpr (sizeof...(Inner) == 0)
      out.push_back(std::move(from));
    else
      out.push_back(typename List::value_type{
          std::move(from),
          value_of<Inner>(rows_.owned(position<typename collected<Inner>::entity>, position<Entity>, value))...});
  }

  CollectedRows rows_;
  std::tuple<std::vector<typename Entities::value_type>...> values_ = {};
};

}  // namespace detail

// The call of db.load<Collection>(...). The answer has the collection, a token and the cost. Rows that cannot be read
// are in `unreadable`, unless the pattern or on_unreadable() makes them an error.
// Errors: those of the database; ValidationException if the token belongs to another read, a value is invalid, or a
// pt::one or pt::maybe has more than one item.
template <class Table, class Collection>
class [[nodiscard]] LoadCall
    : public Call<LoadCall<Table, Collection>, Loaded<typename Collection::value_type>>,
      public detail::PatternCall<LoadCall<Table, Collection>, Collection, detail::planned_pattern<Table, Collection>> {
  using R = Loaded<typename Collection::value_type>;
  using Planned = detail::planned_pattern<Table, Collection>;
  static_assert(Planned::sound && detail::fills_aggregate<Collection>);

 public:
  template <class... Given>
  explicit LoadCall(std::shared_ptr<Session> session, const Given&... given)
      : LoadCall::PatternCall(std::move(session), Planned::info, given...) {
    list_members(typename Collection::members{});
  }

  // Limits each pt::many and pt::newest_many to `count` items, with all items nested in them. Each pt::one and
  // pt::maybe is read in any case. The token of the answer continues.
  LoadCall& take(std::int64_t count) {
    static_assert(
        accept([](Text* where) { return detail::check_counted<Table, Collection>(Planned::the_plan.index, where); }));
    this->request_.take = count;
    return *this;
  }
  // Continues each of the many behind the collection with this token.
  LoadCall& after(std::optional<std::string> token) {
    this->request_.after = std::move(token);
    return *this;
  }
  // Keeps only those items of the entity for which the condition holds. Several conditions must hold together. The
  // other items are read too, and cost the same.
  template <class Entity, class Condition>
  LoadCall& filter(const Condition& condition) {
    static_assert(holds_member<Entity>(typename Collection::entities{}),
                  "partita: the collection has no member of this entity");
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(Planned::template can_filter<Entity, Condition>);
      this->note(members_.filter(Table::template entity_info<Entity>(), detail::predicate_for<Entity>(condition)));
    }
    return *this;
  }
  // Does the same without the entity's name, if only one entity of the collection has the members that the condition
  // names.
  template <class Condition>
  LoadCall& filter(const Condition& condition) {
    if constexpr (detail::condition_check<Condition>::ok) {
      using Asked = detail::asked<Condition, typename Collection::entities>;
      static_assert(Asked::is_one);
      return filter<typename Asked::type>(condition);
    }
    return *this;
  }

  [[nodiscard]] Result<R> run() {
    Result<R> answer;
    start(Mode::Wait, [&](Result<R> loaded) { answer = std::move(loaded); });
    return answer;
  }
  void start(Mode mode, Done<R> done) {
    this->start_load(mode, members_,
                     [done = std::move(done), what = this->unreadable(), filtered = members_.filtered(),
                      expired_too = this->request_.expired_too](Result<RowPage> page) {
                       if (!page) return done(unexpected(std::move(page.error())));
                       done(detail::Collector<Table, Collection, typename Collection::entities>(*page, what)
                                .collect(page->rows, filtered, expired_too));
                     });
  }
  // Returns the first request without sending it. `item_bytes` is the size of an item that the capacity units assume.
  Result<Explanation> explain(std::int64_t item_bytes = 400) const { return this->explain_load(members_, item_bytes); }

 private:
  template <class Entity, class... Entities>
  static constexpr bool holds_member(holds<Entities...>) {
    return (std::is_same_v<Entity, Entities> || ...);
  }

  template <class... Members>
  void list_members(holds<Members...>) {
    (list_member<Members>(), ...);
  }
  template <class Member>
  void list_member() {
    using Own = typename detail::collected<Member>::entity;
    members_.add(Table::template entity_info<Own>(), detail::collected<Member>::single);
    if constexpr (!std::is_same_v<typename detail::collected<Member>::inner, holds<>>)
      detail::each_member<Own>(typename detail::collected<Member>::inner{}, [&]<class Outer, class Inner>() {
        const EntityInfo& outer = Table::template entity_info<Outer>();
        const EntityInfo& inner = Table::template entity_info<typename detail::collected<Inner>::entity>();
        members_.nest(outer, inner, detail::is_below(outer, inner, Planned::the_plan.index));
      });
  }

  detail::PendingMembers members_;
};

}  // namespace partita::model
