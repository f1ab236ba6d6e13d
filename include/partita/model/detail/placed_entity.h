// An entity in a table: its keys with the table's attributes, and the mistakes that only the two together show.
#pragma once

#include <partita/model/detail/default_values.h>
#include <partita/model/detail/stored_text.h>
#include <partita/model/detail/vector_members.h>
#include <partita/model/table_options.h>

namespace partita::model::detail {

// The greatest version that the entity's member can hold.
template <class Entity>
constexpr std::int64_t last_version() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if constexpr (Entity::version_field() != kNone) {
    using Version = typename required<member_type<typename Entity::value_type, Entity::version_field().number()>>::type;
    if constexpr (whole_number<Version> && sizeof(Version) < sizeof(most)) return std::numeric_limits<Version>::max();
  }
  return most;
}

// The whole numbers that each member of the struct can hold, by position.
template <class... M>
constexpr std::array<WholeBounds, sizeof...(M)> bounds_of(types<M...>) {
  const auto of = []<class T>(std::type_identity<T>) {
    if constexpr (whole_number<T>)
      return WholeBounds{static_cast<std::int64_t>(std::numeric_limits<T>::min()),
                         static_cast<std::uint64_t>(std::numeric_limits<T>::max())};
    else
      return WholeBounds();
  };
  return {of(std::type_identity<typename required<M>::type>())...};
}
template <class Struct>
inline constexpr auto whole_bounds = bounds_of(typename members_of<Struct>::member_types{});

template <class... Options>
struct primary_of {
  static constexpr std::string_view partition = {}, sort = {};
};
template <fixed_string Partition, fixed_string Sort, class... Rest>
struct primary_of<primary<Partition, Sort>, Rest...> {
  static constexpr std::string_view partition = Partition.view();
  static constexpr std::string_view sort = Sort.view();
};
template <class First, class... Rest>
struct primary_of<First, Rest...> : primary_of<Rest...> {};

template <class... Options>
struct entities_of {
  using type = holds<>;
};
template <class... Entities, class... Rest>
struct entities_of<holds<Entities...>, Rest...> {
  using type = holds<Entities...>;
};
template <class First, class... Rest>
struct entities_of<First, Rest...> : entities_of<Rest...> {};

template <class... Options>
struct type_attribute_of {
  static constexpr std::string_view value = "type";
};
template <fixed_string Attribute, class... Rest>
struct type_attribute_of<type_tag<Attribute>, Rest...> {
  static constexpr std::string_view value = Attribute.view();
};
template <class... Rest>
struct type_attribute_of<no_type_tag, Rest...> {
  static constexpr std::string_view value = {};
};
template <class First, class... Rest>
struct type_attribute_of<First, Rest...> : type_attribute_of<Rest...> {};

// The keys and indexes of a table, without its entities.
template <class... Options>
struct table_shape {
  static constexpr std::string_view partition = primary_of<Options...>::partition;
  static constexpr std::string_view sort = primary_of<Options...>::sort;
  static constexpr std::string_view type_attribute = type_attribute_of<Options...>::value;
  static constexpr std::size_t index_count = ((table_option<Options>::is_index ? 1 : 0) + ... + 0);
  static constexpr auto indexes = [] {
    std::array<DeclaredIndex, index_count> out{};
    std::size_t next = 0;
    (
        [&] {
          if constexpr (table_option<Options>::is_index) out[next++] = table_option<Options>::declare();
        }(),
        ...);
    return out;
  }();
  static constexpr std::array<std::string_view, 1> partition_list{partition};
  // A local index has the table's partition key.
  static constexpr auto infos = [] {
    std::array<IndexInfo, index_count> out{};
    for (std::size_t i = 0; i < index_count; ++i) {
      out[i] = indexes[i].info;
      if (out[i].scope == IndexScope::Local) out[i].partition = partition_list;
    }
    return out;
  }();

  static constexpr bool has_vectors = [] {
    for (const IndexInfo& info : infos)
      if (info.is_vector()) return true;
    return false;
  }();

  static constexpr DeclaredTable declared{partition, sort, type_attribute, indexes, infos};
};

// An entity in a table of that shape.
template <class Shape, class Entity>
struct placed {
  // True if an index has the tag in its sort key.
  static constexpr bool sorts_by_tag = [] {
    for (const IndexInfo& index : Shape::infos)
      for (const std::string_view attribute : index.sort)
        if (attribute.size() == Shape::type_attribute.size() && attribute == Shape::type_attribute) return true;
    return false;
  }();
  // The tag as a key.
  template <class E = Entity>
  struct tag_template {
    static constexpr std::array<KeyPart, 1> parts{KeyPart{.literal = E::tag()}};
    static constexpr auto segments = cut_segments<count_segments(parts)>(parts);
    static constexpr KeyTemplate value{E::tag(), parts, segments};
  };
  static constexpr KeyTemplate tag_key() {
    if constexpr (sorts_by_tag)
      return tag_template<>::value;
    else
      return {};
  }
  static constexpr auto natural_parts = [] {
    std::array<KeyPart, Entity::fields().size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = natural_part(i);
    return out;
  }();
  static constexpr auto shard_parts = [] {
    std::array<KeyPart, Shape::index_count> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = shard_part(Entity::fields(), Shape::indexes[i].info.shards);
    return out;
  }();
  static constexpr DeclaredEntity declared{.tag = Entity::tag(),
                                           .fields = Entity::fields(),
                                           .keys = Entity::keys(),
                                           .natural_parts = natural_parts,
                                           .shard_parts = shard_parts,
                                           .tag_template = tag_key()};
  static constexpr PlacedSize size = placed_size(Shape::declared, declared);

  struct Lists {
    Mistake mistake = Mistake::None;
    std::array<KeyDraft, size.keys> drafts{};
    std::array<KeyAttribute, size.attributes> attributes{};

    constexpr void fill(Text* where) {
      KeyDrafts to{drafts, attributes};
      mistake = place(Shape::declared, declared, to, where);
    }
  };
  static constexpr Lists lists = [] {
    Lists out;
    out.fill(nullptr);
    return out;
  }();
  static constexpr bool ok = accept_unless<lists.mistake>([](Text* where) { Lists().fill(where); });
  static constexpr std::array<EntityKey, size.keys> keys = [] {
    std::array<EntityKey, size.keys> out{};
    for (std::size_t i = 0; i < size.keys; ++i) out[i] = lists.drafts[i].view(lists.attributes);
    return out;
  }();

  static constexpr EntityInfo info{
      .name = Entity::tag(),
      .fields = Entity::fields(),
      .primary = keys.empty() ? EntityKey() : keys[0],
      .indexes = std::span<const EntityKey>(keys).subspan(keys.empty() ? 0 : 1),
      .version = Entity::version_field(),
      .last_version = last_version<Entity>(),
      .ttl = Entity::ttl_field(),
      .unique = Entity::unique_fields(),
      .carries_other_attributes = carries_other_attributes<typename Entity::value_type>,
      .defaults = defaults_of<Entity>(),
      .aliases = Entity::aliases(),
      .sentinels = Entity::sentinels(),
      .created = Entity::created_field(),
      .updated = Entity::updated_field(),
      .computed = Entity::computed_fields(),
      .copies = Entity::copied_fields(),
      .lossy_key = Entity::has_lossy_key(),
  };
};

}  // namespace partita::model::detail
