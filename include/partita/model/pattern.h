// Declares access patterns: the members that a caller gives, and the items that come back, with their order.
//
//   using StatusFeed = pt::pattern<"All orders in one status, newest first", OrderE, pt::by<"status">,
//                                  pt::newest<"createdAt">>;
//   struct OrderAggregate {
//     Order order;
//     std::vector<LineItem> items;
//   };
//   using LoadOrder = pt::collect<"Order with its items", OrderAggregate, pt::one<OrderE>, pt::many<LineItemE>,
//                                 pt::by<"customerId", "orderId">>;
//
// detail/planned.h finds the plan on a table. A pattern without a key or index that serves it does not compile.
#pragma once

#include <partita/model/entity.h>
#include <partita/model/table_options.h>

namespace partita::model {

// ---- the options of a pattern

// The members that a call gives with "member"_f = value, at most 8.
template <fixed_string... Fields>
struct by {};
// The answer is in descending (newest) or ascending (oldest) order of the member. A call may limit it to a range of the
// member: "createdAt"_f >= t.
template <fixed_string Field>
struct newest {};
template <fixed_string Field>
struct oldest {};
// The same two for members that are not times.
template <fixed_string Field>
using descending = newest<Field>;
template <fixed_string Field>
using ascending = oldest<Field>;
// The pattern reads a range of the member that spans several partitions. Its partition key is composed and holds the
// year, month, day or hour of the member, as in "DUE#{due:month}". A call gives both ends, as in "due"_f.between(first,
// last), or one value with ==. The partitions are read one after the other. The first one comes first, unless the
// pattern has pt::descending or pt::newest of the member. The answer is in the order of the member if the member comes
// next in the sort key. Otherwise it is in the order of the partitions, and within each one in the order of the sort
// key.
template <fixed_string Field>
struct buckets {};
// The pattern must use this index.
template <fixed_string Index>
struct using_index {};
// Every read sees all writes that were acknowledged before it. Global indexes cannot be read so.
struct consistent {};
// The pattern reads all items of the partition, with any sort keys.
struct whole_partition {};
// Items whose time to live has passed are in the answer too.
struct with_expired {};
// The treatment of rows that cannot be read. Without this option they are listed beside the readable ones. A call may
// choose another treatment.
template <Unreadable What>
struct on_unreadable {};
// The answer has this struct in place of the entity's. Its members have the names of the entity's members.
template <class Struct>
struct as {};

// ---- the members of a collection: one, maybe, many, newest_many

// An item together with the items that belong to it, as a member of a collection. `Struct` is initialised with the item
// and then with each of `Members`, which are many, newest_many and maybe.
//   pt::many<pt::nested<LineWithLots, pt::one<LineE>, pt::many<LotE>>>
// An item belongs to the outer item whose primary key's members it has. If its keys begin with the outer item's keys,
// the two are read and counted together.
template <class Struct, class One, class... Members>
struct nested {};

// Exactly one item. Without the item the collection is empty.
template <class Entity>
struct one {};
// At most one item. The member of the aggregate is a std::optional.
template <class Entity>
struct maybe {};
// All items. The member of the aggregate is a std::vector.
template <class Entity>
struct many {};
// The last items in the order of the key, and the last one comes first. The call sets their number with take(n). The
// collection is read from its end, so the item of pt::one must sort after these items. The compiler proves that.
template <class Entity>
struct newest_many {};

namespace detail {

// The settings of a pattern, with positions of the entity's fields.
struct PatternOptions {
  std::array<FieldPosition, 8> by{};
  std::size_t by_count = 0;
  FieldPosition range_field = kNone;
  FieldPosition bucket_field = kNone;
  bool forward = true;
  bool consistent = false;
  bool whole = false;
  bool with_expired = false;
  Unreadable unreadable = Unreadable::Report;
  std::string_view index = {};

  // The member on which a call may put a range.
  constexpr FieldPosition ranged() const { return bucket_field != kNone ? bucket_field : range_field; }
};

template <class Option>
struct pattern_option {
  static constexpr bool known = false;
  static constexpr bool is_order = false;
  static constexpr bool is_index = false;
  static constexpr bool is_as = false;
  static constexpr bool is_buckets = false;
};
struct known_pattern_option {
  static constexpr bool known = true;
  static constexpr bool is_order = false;
  static constexpr bool is_index = false;
  static constexpr bool is_as = false;
  static constexpr bool is_buckets = false;
};

// Refuses two options of which one would have no effect.
template <class... Options>
constexpr bool each_once() {
  static_assert((int(pattern_option<Options>::is_order) + ... + 0) <= 1 &&
                    (int(pattern_option<Options>::is_index) + ... + 0) <= 1 &&
                    (int(pattern_option<Options>::is_as) + ... + 0) <= 1 &&
                    (int(pattern_option<Options>::is_buckets) + ... + 0) <= 1,
                "partita: a pattern has at most one order, one pt::buckets, one pt::using_index and one pt::as");
  return true;
}
template <fixed_string... Fields>
struct pattern_option<by<Fields...>> : known_pattern_option {
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    static_assert((is_member<Entity, Fields> && ...));
    static_assert(sizeof...(Fields) <= 8, "partita: a pattern is given by at most 8 members");
    ((options.by[options.by_count++] = find_field(Entity::fields(), Fields.view())), ...);
  }
};
template <fixed_string Field>
struct pattern_option<newest<Field>> : known_pattern_option {
  static constexpr bool is_order = true;
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    static_assert(is_member<Entity, Field>);
    options.range_field = find_field(Entity::fields(), Field.view());
    options.forward = false;
  }
};
template <fixed_string Field>
struct pattern_option<oldest<Field>> : known_pattern_option {
  static constexpr bool is_order = true;
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    static_assert(is_member<Entity, Field>);
    options.range_field = find_field(Entity::fields(), Field.view());
  }
};
template <fixed_string Field>
struct pattern_option<buckets<Field>> : known_pattern_option {
  static constexpr bool is_buckets = true;
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    static_assert(is_member<Entity, Field>);
    options.bucket_field = find_field(Entity::fields(), Field.view());
  }
};
template <fixed_string Index>
struct pattern_option<using_index<Index>> : known_pattern_option {
  static constexpr bool is_index = true;
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    options.index = Index.view();
  }
};
template <>
struct pattern_option<consistent> : known_pattern_option {
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    options.consistent = true;
  }
};
template <>
struct pattern_option<whole_partition> : known_pattern_option {
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    options.whole = true;
  }
};
template <>
struct pattern_option<with_expired> : known_pattern_option {
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    options.with_expired = true;
  }
};
template <Unreadable What>
struct pattern_option<on_unreadable<What>> : known_pattern_option {
  template <class Entity>
  static constexpr void apply(PatternOptions& options) {
    options.unreadable = What;
  }
};
template <class Struct>
struct pattern_option<as<Struct>> : known_pattern_option {
  static constexpr bool is_as = true;
  using type = Struct;
  template <class Entity>
  static constexpr void apply(PatternOptions&) {}
};

template <class Default, class... Options>
struct result_of {
  using type = Default;
};
template <class Default, class Struct, class... Rest>
struct result_of<Default, as<Struct>, Rest...> {
  using type = Struct;
};
template <class Default, class First, class... Rest>
struct result_of<Default, First, Rest...> : result_of<Default, Rest...> {};

template <class... Lists>
struct joined {
  using type = holds<>;
};
template <class... A>
struct joined<holds<A...>> {
  using type = holds<A...>;
};
template <class... A, class... B, class... Rest>
struct joined<holds<A...>, holds<B...>, Rest...> : joined<holds<A..., B...>, Rest...> {};

// The properties of a collection's member. `entities` has its own entity and those nested in it. `inner` are the
// members nested in it.
template <class Member>
struct collected {
  static constexpr bool is_member = false;
};
template <class Entity, class Value, bool Required, bool Single, bool FromEnd>
struct collects {
  static constexpr bool is_member = true;
  using entity = Entity;
  using value = Value;
  using entities = holds<Entity>;
  using inner = holds<>;
  static constexpr bool required = Required, single = Single, from_end = FromEnd;
};
template <class Struct, class Entity, bool FromEnd, class... Members>
struct collects_nested : collects<Entity, std::vector<Struct>, false, false, FromEnd> {
  using entities = typename joined<holds<Entity>, typename collected<Members>::entities...>::type;
  using inner = holds<Members...>;
  static_assert((!collected<Members>::required && ...),
                "partita: pt::nested takes one pt::one, which comes first, and then pt::many, newest_many and maybe");
};
template <class Entity>
struct collected<one<Entity>> : collects<Entity, typename Entity::value_type, true, true, false> {};
template <class Entity>
struct collected<maybe<Entity>> : collects<Entity, std::optional<typename Entity::value_type>, false, true, false> {};
template <class Entity>
struct collected<many<Entity>> : collects<Entity, std::vector<typename Entity::value_type>, false, false, false> {};
template <class Entity>
struct collected<newest_many<Entity>> : collects<Entity, std::vector<typename Entity::value_type>, false, false, true> {
};
template <class Struct, class Entity, class... Members>
struct collected<many<nested<Struct, one<Entity>, Members...>>> : collects_nested<Struct, Entity, false, Members...> {};
template <class Struct, class Entity, class... Members>
struct collected<newest_many<nested<Struct, one<Entity>, Members...>>>
    : collects_nested<Struct, Entity, true, Members...> {};

template <class Member>
inline constexpr bool is_one = false;
template <class Entity>
inline constexpr bool is_one<one<Entity>> = true;
template <class Struct, class First, class... Members>
struct collected<many<nested<Struct, First, Members...>>>
    : collects_nested<Struct, typename collected<First>::entity, false, Members...> {
  static_assert(is_one<First>,
                "partita: pt::nested takes the struct and then the pt::one that the others belong to, as in "
                "pt::nested<LineWithLots, pt::one<LineE>, pt::many<LotE>>");
};
template <class Struct, class First, class... Members>
struct collected<newest_many<nested<Struct, First, Members...>>> : collected<many<nested<Struct, First, Members...>>> {
};

}  // namespace detail

// The base of a pattern. Its name is used in messages and tools. A pattern reads items of one entity.
template <fixed_string Name, class Entity, class... Options>
struct pattern {
  using entity = Entity;
  // The type of the items of a page.
  using value_type = typename detail::result_of<typename Entity::value_type, Options...>::type;
  using entities = holds<Entity>;

  static constexpr std::string_view name() { return Name.view(); }
  static constexpr detail::PatternOptions options() {
    static_assert(
        (detail::pattern_option<Options>::known && ...),
        "partita: pt::pattern takes pt::by, newest, oldest, buckets, using_index, consistent, whole_partition, "
        "with_expired, on_unreadable and as");
    static_assert(detail::each_once<Options...>());
    detail::PatternOptions out;
    (detail::pattern_option<Options>::template apply<Entity>(out), ...);
    return out;
  }
  static constexpr bool is_collection = false;
  static constexpr bool tree = false;
  static constexpr bool from_end = false;
};

namespace detail {

// Separates the members of a collection from its options.
template <class Members, class Options, class... Rest>
struct split;
template <class... M, class... O>
struct split<holds<M...>, holds<O...>> {
  using members = holds<M...>;
  using options = holds<O...>;
};
template <class... M, class... O, class First, class... Rest>
struct split<holds<M...>, holds<O...>, First, Rest...>
    : std::conditional_t<collected<First>::is_member, split<holds<M..., First>, holds<O...>, Rest...>,
                         split<holds<M...>, holds<O..., First>, Rest...>> {};

// This is the case of no members, which `collect` refuses.
template <class Members>
struct entities_collected {
  using type = holds<>;
  using first = void;
  using values = std::tuple<>;
  static constexpr bool from_end = false;
};
template <class First, class... Rest>
struct entities_collected<holds<First, Rest...>> {
  using type = typename joined<typename collected<First>::entities, typename collected<Rest>::entities...>::type;
  using first = typename collected<First>::entity;
  using values = std::tuple<typename collected<First>::value, typename collected<Rest>::value...>;
  static constexpr bool from_end = (collected<First>::from_end || ... || collected<Rest>::from_end);
};

}  // namespace detail

// A pattern that reads items of several entities together. `Aggregate` is initialised with the members in the order of
// this list.
template <fixed_string Name, class Aggregate, class... MembersAndOptions>
struct collect {
  using parts = detail::split<holds<>, holds<>, MembersAndOptions...>;
  using members = typename parts::members;
  using collected_entities = detail::entities_collected<members>;
  using entity = typename collected_entities::first;
  using entities = typename collected_entities::type;
  using value_type = Aggregate;
  using member_values = typename collected_entities::values;

  static constexpr bool has_members = !std::is_void_v<entity>;
  static_assert(
      has_members,
      "partita: a collection names the entities whose items it is made of, with pt::one, maybe, many or newest_many "
      "of each, as in pt::collect<\"An order\", OrderWithLines, pt::one<OrderE>, pt::many<LineE>, "
      "pt::by<\"orderId\">>");

  static constexpr std::string_view name() { return Name.view(); }
  static constexpr bool is_collection = true;
  static constexpr bool from_end = collected_entities::from_end;
  static constexpr bool tree = !from_end;
  static constexpr detail::PatternOptions options() {
    detail::PatternOptions out;
    []<class... Options>(holds<Options...>, detail::PatternOptions& to) {
      static_assert((detail::pattern_option<Options>::known && ...),
                    "partita: pt::collect takes pt::one, maybe, many, newest_many, by, using_index, consistent, "
                    "whole_partition, with_expired and on_unreadable");
      static_assert((!(detail::pattern_option<Options>::is_buckets || detail::pattern_option<Options>::is_as) && ...),
                    "partita: pt::buckets and pt::as are options of pt::pattern, not of pt::collect");
      static_assert(detail::each_once<Options...>());
      (detail::pattern_option<Options>::template apply<entity>(to), ...);
    }(typename parts::options{}, out);
    if (from_end) out.forward = false;
    return out;
  }
};

}  // namespace partita::model
