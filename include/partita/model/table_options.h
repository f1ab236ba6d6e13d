// The options of a table's declaration, and the data behind them.
#pragma once

#include <partita/limits.h>
#include <partita/model/entity.h>

namespace partita::model {

// ---- the options of a table

// The attributes of the primary key.
template <fixed_string Partition, fixed_string Sort = "">
struct primary {};

// A global secondary index over composed keys. Entities enter it with pt::on. The options are keys_only and include.
template <fixed_string Name, fixed_string Partition, fixed_string Sort = "", class... Options>
struct gsi {};
// A local secondary index. Entities enter it with pt::on_local. The options are keys_only and include.
template <fixed_string Name, fixed_string Sort, class... Options>
struct lsi {};
// A global secondary index over the attributes of members. Its partition key has up to four of them, and so has its
// sort key. Every entity that has members for all of them is in the index. The options are sort_key, keys_only,
// include, sharded and when.
template <fixed_string Name, class Partition, class... Options>
struct attr_index {};
// The attributes of the partition key of a pt::attr_index, one to four.
template <fixed_string... Attributes>
struct partition_key {};
// The attributes of the sort key of a pt::attr_index, up to four.
template <fixed_string... Attributes>
struct sort_key {};

// An index that db.search<Pattern>(vector, ...) reads, for the items that are the most similar to a vector. `Attribute`
// stores the vectors: members of type std::vector<float>, std::array<float, Dimensions> or a std::optional of them.
// Every entity that has such a member is in the index. `Dimensions`, from 1 to 4096, is the length of each vector. The
// options are partition_key with one attribute, inline_filters, keys_only and include. With a partition key each search
// reads one partition, and only entities that have a member for it, or that compose it by pt::on, are in the index.
template <fixed_string Name, fixed_string Attribute, int Dimensions, VectorDistanceFunction Distance, class... Options>
struct vector_index {};
// Attributes of members by whose values a search may select items, up to 18. If the attribute of the type tag is one of
// them, several entities can share a partition, and a search finds those that it names.
template <fixed_string... Attributes>
struct inline_filters {};
// The distances of vectors. The score of a cosine is 1 minus the cosine of the angle, that of a Euclidean distance is
// the distance, and smaller ones are better. The score of a dot product is the product, and larger ones are better.
inline constexpr auto cosine = VectorDistanceFunction::Cosine;
inline constexpr auto euclidean = VectorDistanceFunction::Euclidean;
inline constexpr auto dot_product = VectorDistanceFunction::DotProduct;

// The attributes of an index besides the keys. Without one of these options the index has all attributes.
struct keys_only {};
template <fixed_string... Attributes>
struct include {};
// Spreads each partition of the index over `Count` partitions, from 2 to 99. The text of member `Of` decides the shard,
// and attribute `Attribute`, which must be one of the index's partition attributes, has its number. If a member is
// stored in that attribute, it must be a std::optional of a whole number. It shows the shard, and an item that is
// created with a shard in it keeps that shard. The count is changed in three steps. Declare both counts, as in
// pt::sharded<8, "id", "shard", pt::was<5>>. Run db.repair(). Leave out pt::was. In between, reads ask the shards of
// both counts. In a composed key the declaration is {id:shard8was5}.
template <int Count, fixed_string Of, fixed_string Attribute, class... Options>
struct sharded {};
// The earlier number of an index's shards.
template <int Count>
struct was {};

// The entities of the table. Each must have its declaration as a base.
template <class... Entities>
struct holds {};

// The name of the attribute that holds an item's entity. Without this option it is "type".
template <fixed_string Attribute>
struct type_tag {};
// Items carry no tag, so their keys must tell the entities apart.
struct no_type_tag {};

// ---- the data behind the options

namespace detail {

template <fixed_string... Names>
struct name_list {
  static constexpr std::array<std::string_view, sizeof...(Names)> list{Names.view()...};
};

template <class Option>
struct index_option {
  static constexpr bool known = false;
  static constexpr bool for_any = false;
};
template <>
struct index_option<keys_only> {
  static constexpr bool known = true;
  static constexpr bool for_any = true;
  static constexpr void apply(DeclaredIndex& index) { index.info.projection = ProjectionType::KeysOnly; }
};
template <fixed_string... Attributes>
struct index_option<include<Attributes...>> {
  static constexpr bool known = true;
  static constexpr bool for_any = true;
  static constexpr void apply(DeclaredIndex& index) {
    index.info.projection = ProjectionType::Include;
    index.info.include = name_list<Attributes...>::list;
  }
};
// The options of which an index has one. The last of several would replace the others without a word.
template <class Option>
inline constexpr int kind_of_option = 0;
template <>
inline constexpr int kind_of_option<keys_only> = 1;
template <fixed_string... Attributes>
inline constexpr int kind_of_option<include<Attributes...>> = 1;
template <fixed_string... Attributes>
inline constexpr int kind_of_option<sort_key<Attributes...>> = 2;
template <int Count, fixed_string Of, fixed_string Attribute, class... Options>
inline constexpr int kind_of_option<sharded<Count, Of, Attribute, Options...>> = 3;
template <fixed_string... Attributes>
inline constexpr int kind_of_option<partition_key<Attributes...>> = 4;
template <fixed_string... Attributes>
inline constexpr int kind_of_option<inline_filters<Attributes...>> = 5;
template <fixed_string Field, fixed_string Value>
inline constexpr int kind_of_option<when<Field, Value>> = 6;
template <class... Options>
constexpr bool names_options_once() {
  std::array<int, 7> counts{};
  (++counts[std::size_t(kind_of_option<Options>)], ...);
  for (std::size_t kind = 1; kind < counts.size(); ++kind)
    if (counts[kind] > 1) return false;
  return true;
}

template <class... Options>
inline constexpr int earlier_shards = -1;
template <>
inline constexpr int earlier_shards<> = 0;
template <int Count>
inline constexpr int earlier_shards<was<Count>> = Count;
template <int Count, fixed_string Of, fixed_string Attribute, class... Options>
struct index_option<sharded<Count, Of, Attribute, Options...>> {
  static constexpr int earlier = earlier_shards<Options...>;
  static_assert(Count > 1 && Count < 100 && earlier != 1 && earlier < 100, "partita: an index has 2 to 99 shards");
  static_assert(earlier >= 0, "partita: pt::sharded takes one further option, pt::was<Count>");
  static constexpr bool known = true;
  static constexpr bool for_any = false;
  static constexpr void apply(DeclaredIndex& index) {
    index.info.shards = {static_cast<std::uint8_t>(Count), Of.view(), Attribute.view(),
                         static_cast<std::uint8_t>(earlier)};
  }
};
template <class Option>
inline constexpr std::string_view shard_attribute = {};
template <int Count, fixed_string Of, fixed_string Attribute, class... Options>
inline constexpr std::string_view shard_attribute<sharded<Count, Of, Attribute, Options...>> = Attribute.view();
template <class Option>
constexpr bool shard_is_among(std::span<const std::string_view> attributes) {
  for (const auto one : attributes)
    if (one == shard_attribute<Option>) return true;
  return shard_attribute<Option>.empty();
}
template <fixed_string Field, fixed_string Value>
struct index_option<when<Field, Value>> {
  static constexpr bool known = true;
  static constexpr bool for_any = false;
  static constexpr void apply(DeclaredIndex& index) {
    index.when_field = Field.view();
    index.when_equals = Value.view();
  }
};
template <fixed_string... Attributes>
struct index_option<sort_key<Attributes...>> {
  static_assert(sizeof...(Attributes) <= limits::kIndexSortKeyAttributes,
                "partita: an index has up to four sort key attributes");
  static constexpr bool known = true;
  static constexpr bool for_any = false;
  static constexpr void apply(DeclaredIndex& index) { index.info.sort = name_list<Attributes...>::list; }
};

// The options of a vector index.
template <class Option>
struct vector_option : index_option<Option> {
  static constexpr bool known = index_option<Option>::for_any;
  static constexpr bool fits = true;
};
template <fixed_string... Attributes>
struct vector_option<partition_key<Attributes...>> {
  static constexpr bool known = true;
  static constexpr bool fits = sizeof...(Attributes) == limits::kHashElements;
  static constexpr void apply(DeclaredIndex& index) { index.info.partition = name_list<Attributes...>::list; }
};
template <fixed_string... Attributes>
struct vector_option<inline_filters<Attributes...>> {
  static constexpr bool known = true;
  static constexpr bool fits = sizeof...(Attributes) >= 1 && sizeof...(Attributes) <= limits::kInlineFilters;
  static constexpr void apply(DeclaredIndex& index) { index.info.vector.filters = name_list<Attributes...>::list; }
};

enum class TablePart : std::uint8_t { None, Primary, Index, Entities, Tag };
template <class Option>
struct table_option {
  static constexpr TablePart part = TablePart::None;
  static constexpr bool is_index = false;
};
template <TablePart Part>
struct known_table_option {
  static constexpr TablePart part = Part;
  static constexpr bool is_index = Part == TablePart::Index;
};
template <fixed_string Partition, fixed_string Sort>
struct table_option<primary<Partition, Sort>> : known_table_option<TablePart::Primary> {};
template <class... Entities>
struct table_option<holds<Entities...>> : known_table_option<TablePart::Entities> {};
template <fixed_string Attribute>
struct table_option<type_tag<Attribute>> : known_table_option<TablePart::Tag> {
  static_assert(
      !Attribute.view().empty(),
      "partita: pt::type_tag names the attribute that holds an item's entity: items without it are pt::no_type_tag");
};
template <>
struct table_option<no_type_tag> : known_table_option<TablePart::Tag> {};
template <fixed_string Name, fixed_string Partition, fixed_string Sort, class... Options>
struct table_option<gsi<Name, Partition, Sort, Options...>> : known_table_option<TablePart::Index> {
  static_assert((index_option<Options>::for_any && ...), "partita: pt::gsi takes pt::keys_only and pt::include");
  static_assert(names_options_once<Options...>(), "partita: an index has one of pt::keys_only and pt::include");
  static constexpr DeclaredIndex declare() {
    DeclaredIndex out{.info = {.name = Name.view(), .partition = name_list<Partition>::list}};
    if constexpr (!Sort.view().empty()) out.info.sort = name_list<Sort>::list;
    (index_option<Options>::apply(out), ...);
    return out;
  }
};
template <fixed_string Name, fixed_string Sort, class... Options>
struct table_option<lsi<Name, Sort, Options...>> : known_table_option<TablePart::Index> {
  static_assert((index_option<Options>::for_any && ...), "partita: pt::lsi takes pt::keys_only and pt::include");
  static_assert(names_options_once<Options...>(), "partita: an index has one of pt::keys_only and pt::include");
  static constexpr DeclaredIndex declare() {
    DeclaredIndex out{.info = {.name = Name.view(), .scope = IndexScope::Local, .sort = name_list<Sort>::list}};
    (index_option<Options>::apply(out), ...);
    return out;
  }
};
template <fixed_string Name, fixed_string... Partition, class... Options>
struct table_option<attr_index<Name, partition_key<Partition...>, Options...>> : known_table_option<TablePart::Index> {
  static_assert(sizeof...(Partition) >= 1 && sizeof...(Partition) <= limits::kIndexPartitionKeyAttributes,
                "partita: an index has one to four partition key attributes");
  static_assert((index_option<Options>::known && ...),
                "partita: pt::attr_index takes pt::sort_key, pt::keys_only, pt::include, pt::sharded and pt::when");
  static_assert(
      names_options_once<Options...>(),
      "partita: an index has one of pt::keys_only and pt::include, and one pt::sort_key, pt::sharded and pt::when");
  static_assert(
      (shard_is_among<Options>(name_list<Partition...>::list) && ...),
      "partita: the attribute that pt::sharded names is one of the index's partition attributes, in pt::partition_key");
  static constexpr DeclaredIndex declare() {
    DeclaredIndex out{.info = {.name = Name.view(), .partition = name_list<Partition...>::list}, .natural = true};
    (index_option<Options>::apply(out), ...);
    return out;
  }
};

template <fixed_string Name, fixed_string Attribute, int Dimensions, VectorDistanceFunction Distance, class... Options>
struct table_option<vector_index<Name, Attribute, Dimensions, Distance, Options...>>
    : known_table_option<TablePart::Index> {
  static_assert(Dimensions >= 1 && Dimensions <= limits::kDimensions,
                "partita: the vectors of an index have 1 to 4096 dimensions");
  static_assert((vector_option<Options>::known && ...),
                "partita: pt::vector_index takes pt::partition_key, pt::inline_filters, pt::keys_only and pt::include");
  static_assert((vector_option<Options>::fits && ...),
                "partita: a vector index has one partition key attribute at most, and one to eighteen attributes in "
                "pt::inline_filters");
  static_assert(names_options_once<Options...>(),
                "partita: a vector index has one of pt::keys_only and pt::include, one pt::partition_key and one "
                "pt::inline_filters");
  static constexpr DeclaredIndex declare() {
    DeclaredIndex out{
        .info = {.name = Name.view(),
                 .scope = IndexScope::Vector,
                 .vector = {.attribute = Attribute.view(), .dimensions = Dimensions, .distance = Distance}}};
    (vector_option<Options>::apply(out), ...);
    return out;
  }
};

}  // namespace detail

}  // namespace partita::model
