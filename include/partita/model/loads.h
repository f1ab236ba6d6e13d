// Typed collections: the call behind db.load.
#pragma once

#include <partita/model/reads.h>

#include <map>

namespace partita::model {

// A collection; without a value where its pt::one is missing.
template <class T>
struct Loaded : std::optional<T> {
  // For .after(): goes on with all members that take(n) has cut. None: none of them has more.
  std::optional<std::string> token = {};
  Cost cost = {};
  std::vector<UnreadableRow> unreadable = {};
};

namespace detail {

// ---- what a collection is made into

template <class Aggregate, class... Values>
constexpr bool takes(std::type_identity<std::tuple<Values...>>) {
  return requires { Aggregate{std::declval<Values>()...}; };
}

// Refuses an aggregate that is not initialised with what the collection has.
template <class Collection>
constexpr bool fills_aggregate = accept([](Text* where) {
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

// ---- how a collection's members stand to each other

constexpr bool same_part(const EntityInfo& a, const KeyPart& left, const EntityInfo& b, const KeyPart& right) {
  if (left.is_field() != right.is_field()) return false;
  if (!left.is_field()) return left.literal == right.literal;
  return field_name(a, left.field) == field_name(b, right.field) && left.format == right.format &&
         left.width == right.width && left.escape == right.escape;
}

// Whether the keys of `lower` begin with that of the `upper` whose key members it has: it stands right behind it.
constexpr bool stands_below(const EntityInfo& upper, const EntityInfo& lower, int index) {
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
    // The last literal may go on, as "HEAD" does in "HEAD#".
    const bool last = k + 1 == left.size() && !left[k].is_field() && !right[k].is_field();
    return last && right[k].literal.size() > left[k].literal.size() &&
           right[k].literal.substr(0, left[k].literal.size()) == left[k].literal &&
           right[k].literal[left[k].literal.size()] == '#';
  }
  return left.size() < right.size();
}

// Whether a member's sort keys say where its items stand.
constexpr bool has_place(const EntityInfo& entity, int index) {
  const EntityKey& key = key_in(entity, index);
  return key.sort.size() == 1 && !key.sort[0].natural && !is_raw(key.sort[0].value);
}

template <class Table, class Outer, class Inner>
constexpr bool is_nested = accept([](Text* where) {
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

// Calls see.operator()<Outer, Member>(), with void as the first ones' Outer, for each member and those nested in it.
template <class Outer, class... Members, class See>
constexpr void each_member(holds<Members...>, const See& see) {
  ((see.template operator()<Outer, Members>(),
    each_member<typename collected<Members>::entity>(typename collected<Members>::inner{}, see)),
   ...);
}

template <class Table, class Collection>
constexpr Mistake check_counted(int index, Text* where) {
  Mistake mistake = Mistake::None;
  each_member<void>(typename Collection::members{}, [&]<class Outer, class Member>() {
    const EntityInfo& entity = Table::template entity_info<typename collected<Member>::entity>();
    bool stands = has_place(entity, index);
    if constexpr (!std::is_void_v<Outer>)
      stands = stands && stands_below(Table::template entity_info<Outer>(), entity, index);
    if (stands || mistake != Mistake::None) return;
    mistake = Mistake::NotCounted;
    if (where) *where << "\"" << Collection::name() << "\": the items of " << entity.name;
  });
  return mistake;
}

// ---- what a filter is about

template <class Entity, class Condition>
constexpr bool can_ask = false;
template <class Entity, fixed_string Field, Predicate::Kind K, class... V>
constexpr bool can_ask<Entity, compared<Field, K, V...>> =
    !std::is_void_v<type_at_t<typename Entity::value_type, Field>>;
template <class Entity, Predicate::Kind K, class... Conditions>
constexpr bool can_ask<Entity, combined<K, Conditions...>> = (can_ask<Entity, Conditions> && ...);

// The one entity that has all members that the condition names; the first one where none has.
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

// Which rows of an entity belong to which item.
struct Owned {
  std::map<std::string, std::vector<std::size_t>> by_owner = {};
  std::vector<AttributeMap> keys = {};   // of the rows
  std::vector<bool> taken = {};
};

// The rows of one entity.
template <class T>
struct Placed {
  std::vector<T> values = {};
  std::vector<std::string> own = {};  // identities, where others are nested in these
  Owned owned = {};                   // where these are nested in others
};

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
  Collector(RowPage page, Unreadable unreadable) : unreadable_(unreadable) {
    out_.token = std::move(page.token);
    out_.cost = page.cost;
    out_.unreadable = std::move(page.unreadable);
    if constexpr (nests)
      each_member<void>(Members{}, [&]<class Outer, class Member>() {
        if constexpr (!std::is_void_v<Outer>) {
          static_assert(is_nested<Table, Outer, typename collected<Member>::entity>);
          owners_[position<typename collected<Member>::entity>] = &Table::template entity_info<Outer>();
        }
      });
  }

  Result<Loaded<typename Collection::value_type>> collect(std::vector<Row> rows, bool outer_filtered) {
    for (Row& row : rows) {
      (void)((row.entity == &Table::template entity_info<Entities>() && (place<Entities>(row), true)) || ...);
      if (error_) return tl::unexpected(std::move(*error_));
    }
    assemble(Members{});
    if constexpr (nests)
      if (out_ && !outer_filtered) (report_left_over<Entities>(), ...);
    if (error_) return tl::unexpected(std::move(*error_));
    return std::move(out_);
  }

 private:
  template <class Entity>
  auto& placed() {
    return std::get<position<Entity>>(placed_);
  }

  void report(UnreadableRow row) {
    if (unreadable_ == Unreadable::Fail && !error_) error_ = row.reason;
    out_.unreadable.push_back(std::move(row));
  }

  template <class Entity>
  void place(Row& row) {
    auto& to = placed<Entity>();
    std::string own;
    std::optional<std::string> owner;
    AttributeMap key;
    const EntityInfo* of = nests ? owners_[position<Entity>] : nullptr;
    if (nests) {
      own = identity_in(row, *row.entity).value_or(std::string());
      if (of) owner = identity_in(row, *of);
      key = unreadable_row(Table::info(), row, {}).key;
    }
    auto& value = to.values.emplace_back();
    if (auto decoded = decode_into<Table, Entity>(value, row); !decoded) {
      to.values.pop_back();
      // Without its one item there is no collection.
      const bool needed = is_required<Entity>(Members{});
      if (needed) error_ = decoded.error();
      return report(unreadable_row(Table::info(), row, std::move(decoded.error())));
    }
    if (nests) {
      to.own.push_back(std::move(own));
      if (of) {
        if (owner) to.owned.by_owner[*owner].push_back(to.values.size() - 1);
        to.owned.keys.push_back(std::move(key));
        to.owned.taken.push_back(false);
      }
    }
  }

  template <class Entity, class... M>
  static constexpr bool is_required(holds<M...>) {
    return ((std::is_same_v<typename collected<M>::entity, Entity> && collected<M>::required) || ...);
  }

  template <class... M>
  void assemble(holds<M...>) {
    if ((missing<M>() || ...)) return;
    if constexpr (fills_aggregate<Collection>) out_.emplace(typename Collection::value_type{value_of<M>(nullptr)...});
  }

  // Whether the one item is not there. One that cannot be told from what could not be read is an error.
  template <class Member>
  bool missing() {
    if constexpr (collected<Member>::required) {
      if (!placed<typename collected<Member>::entity>().values.empty()) return false;
      if (!out_.unreadable.empty() && !error_) error_ = out_.unreadable.front().reason;
      return true;
    }
    return false;
  }

  // The rows that belong to the item with that identity; all of them where there is none.
  template <class Entity>
  std::vector<std::size_t> rows_of(const std::string* owner) {
    auto& from = placed<Entity>();
    std::vector<std::size_t> rows;
    if (!owner) {
      for (std::size_t i = 0; i < from.values.size(); ++i) rows.push_back(i);
    } else if (const auto found = from.owned.by_owner.find(*owner); found != from.owned.by_owner.end()) {
      rows = found->second;
      for (const std::size_t row : rows) from.owned.taken[row] = true;
    }
    return rows;
  }

  template <class Member>
  typename collected<Member>::value value_of(const std::string* owner) {
    using Entity = typename collected<Member>::entity;
    auto& from = placed<Entity>();
    typename collected<Member>::value out{};
    const std::vector<std::size_t> rows = rows_of<Entity>(owner);
    if constexpr (collected<Member>::single) {
      if (rows.size() > 1 && !error_)
        error_ = invalid(std::string("The collection \"")
                             .append(Collection::name())
                             .append("\" holds several items of ")
                             .append(Entity::tag())
                             .append(", of which it names one"))
                     .value();
      if (!rows.empty()) out = std::move(from.values[rows.front()]);
    } else {
      out.reserve(rows.size());
      for (const std::size_t row : rows) append<Member>(out, from, row, typename collected<Member>::inner{});
    }
    return out;
  }

  template <class Member, class List, class T, class... Inner>
  void append(List& out, Placed<T>& from, std::size_t row, holds<Inner...>) {
    if constexpr (sizeof...(Inner) == 0)
      out.push_back(std::move(from.values[row]));
    else
      out.push_back(typename List::value_type{std::move(from.values[row]), value_of<Inner>(&from.own[row])...});
  }

  // A nested item whose outer one is not there.
  template <class Entity>
  void report_left_over() {
    Owned& owned = placed<Entity>().owned;
    for (std::size_t i = 0; i < owned.taken.size(); ++i) {
      if (owned.taken[i]) continue;
      report({.key = std::move(owned.keys[i]),
              .entity = std::string(Entity::tag()),
              .reason = invalid(std::string("The item of ")
                                    .append(owners_[position<Entity>]->name)
                                    .append(" to which this item of ")
                                    .append(Entity::tag())
                                    .append(" belongs is not in the collection"))
                            .value()});
    }
  }

  const Unreadable unreadable_;
  Loaded<typename Collection::value_type> out_ = {};
  std::optional<Error> error_ = {};
  std::tuple<Placed<typename Entities::value_type>...> placed_ = {};
  std::array<const EntityInfo*, sizeof...(Entities)> owners_ = {};
};

}  // namespace detail

// db.load<Collection>(...).
template <class Table, class Collection>
class [[nodiscard]] LoadCall : public Call<LoadCall<Table, Collection>, Loaded<typename Collection::value_type>>,
                               public detail::PatternCall<LoadCall<Table, Collection>, Collection, detail::planned<Table, Collection>> {
  using R = Loaded<typename Collection::value_type>;
  using Planned = detail::planned<Table, Collection>;
  static_assert(Planned::sound && detail::fills_aggregate<Collection>);

 public:
  template <class... Given>
  explicit LoadCall(std::shared_ptr<Session> session, const Given&... given)
      : LoadCall::PatternCall(std::move(session), Planned::info, given...) {
    list_members(typename Collection::members{});
  }

  // At most `count` of each pt::many and pt::newest_many, with all that is nested in them; each pt::one and pt::maybe
  // is there all the same. The answer's token goes on.
  LoadCall& take(std::int64_t count) {
    static_assert(accept(
        [](Text* where) { return detail::check_counted<Table, Collection>(Planned::the_plan.index, where); }));
    this->request_.take = count;
    return *this;
  }
  // Goes on behind the collection with this token, for each of the many.
  LoadCall& after(std::optional<std::string> token) {
    this->request_.after = std::move(token);
    return *this;
  }
  // Only items of the entity for which the condition holds; several have to hold together. The others are read, and
  // paid for, all the same.
  template <class Entity, class Condition>
  LoadCall& filter(const Condition& condition) {
    static_assert(holds_member<Entity>(typename Collection::entities{}),
                  "partita: the collection has no member of this entity");
    if constexpr (detail::condition_check<Condition>::ok) {
      static_assert(Planned::template can_filter<Entity, Condition>);
      auto predicate = detail::predicate_for<Entity>(condition);
      if (!predicate)
        this->note(tl::unexpected(std::move(predicate.error())));
      else
        add_filter({&Table::template entity_info<Entity>(), std::move(*predicate)});
    }
    return *this;
  }
  // The same where only one entity of the collection has the members that the condition names.
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
    if (this->error_) return done(tl::unexpected(*this->error_));
    load(this->session_, mode, load_request(),
         [done = std::move(done), what = this->unreadable(), filtered = filtered_](Result<RowPage> page) {
           if (!page) return done(tl::unexpected(std::move(page.error())));
           std::vector<Row> rows = std::move(page->rows);
           done(detail::Collector<Table, Collection, typename Collection::entities>(std::move(*page), what)
                    .collect(std::move(rows), filtered));
         });
  }
  // The first request, without sending it. `item_bytes`: how large items are taken to be, for the capacity units.
  Result<Explanation> explain(std::int64_t item_bytes = 400) const {
    if (this->error_) return tl::unexpected(*this->error_);
    return model::explain(this->session_, load_request(), item_bytes);
  }

 private:
  template <class Entity, class... Entities>
  static constexpr bool holds_member(holds<Entities...>) {
    return (std::is_same_v<Entity, Entities> || ...);
  }

  template <class... Members>
  void list_members(holds<Members...>) {
    members_.reserve(sizeof...(Members));
    (list_member<Members>(), ...);
  }
  template <class Member>
  void list_member() {
    using Own = typename detail::collected<Member>::entity;
    members_.push_back({.entity = &Table::template entity_info<Own>(), .single = detail::collected<Member>::single});
    if constexpr (!std::is_same_v<typename detail::collected<Member>::inner, holds<>>) {
      const std::size_t at = members_.size() - 1;
      detail::each_member<Own>(typename detail::collected<Member>::inner{}, [&]<class Outer, class Inner>() {
        const EntityInfo* outer = &Table::template entity_info<Outer>();
        const EntityInfo* inner = &Table::template entity_info<typename detail::collected<Inner>::entity>();
        auto& below = members_[at].below;
        const bool is_here =
            outer == members_[at].entity || std::find(below.begin(), below.end(), outer) != below.end();
        if (is_here && detail::stands_below(*outer, *inner, Planned::the_plan.index))
          below.push_back(inner);
        else
          members_.push_back({.entity = inner});
      });
    }
  }

  void add_filter(MemberFilter filter) {
    filtered_ = true;
    for (CollectedMember& member : members_) {
      const bool here = member.entity == filter.entity ||
                        std::find(member.below.begin(), member.below.end(), filter.entity) != member.below.end();
      if (!here) continue;
      member.filters.push_back(std::move(filter));
      return;
    }
  }

  LoadRequest load_request() const { return {this->request_, members_}; }

  std::vector<CollectedMember> members_;
  bool filtered_ = false;
};

}  // namespace partita::model
