// An entity in a table: its keys with the table's attributes, and the mistakes that only the two together show.
#pragma once

#include <partita/model/detail/default_values.h>
#include <partita/model/detail/vector_members.h>
#include <partita/model/table_options.h>

namespace partita::model::detail {

// An EntityKey whose attributes are in a list of all attributes: first those of the partition key, then those of the
// sort key.
struct KeyDraft {
  int index = kNone;
  std::size_t first = 0;
  std::size_t partition_count = 0;
  std::size_t sort_count = 0;
  WhenInfo when = {};
  bool sparse = false;
  bool added_later = false;

  constexpr EntityKey view(std::span<const KeyAttribute> all) const {
    return {index, all.subspan(first, partition_count), all.subspan(first + partition_count, sort_count), when,
            added_later};
  }
};

// Fills a list of keys and the list of their attributes.
struct KeyDrafts {
  std::span<KeyDraft> drafts;
  std::span<KeyAttribute> attributes;
  std::size_t draft_count = 0;
  std::size_t attribute_count = 0;

  constexpr KeyDraft& begin() {
    drafts[draft_count].first = attribute_count;
    return drafts[draft_count++];
  }
  constexpr void add_partition(const KeyAttribute& attribute) {
    attributes[attribute_count++] = attribute;
    ++drafts[draft_count - 1].partition_count;
  }
  constexpr void add_sort(const KeyAttribute& attribute) {
    attributes[attribute_count++] = attribute;
    ++drafts[draft_count - 1].sort_count;
  }
};

constexpr bool is_natural(const KeyTemplate& key, std::string_view attribute, std::span<const FieldInfo> fields) {
  return key.parts.size() == 1 && key.parts[0].is_field() && key.parts[0].format == KeyFormat::Plain &&
         fields[static_cast<std::size_t>(key.parts[0].field)].attribute == attribute;
}

constexpr KeyAttribute natural_attribute(const KeyTemplate& key, const FieldInfo& field) {
  return {.attribute = field.attribute,
          .type = natural_type(field.kind),
          .natural = true,
          .any_text = (field.kind == FieldKind::String || field.kind == FieldKind::Enum) &&
                      key.parts[0].escape != Escape::Reject,
          .value = key};
}

constexpr KeyAttribute key_attribute(const KeyTemplate& key, std::string_view attribute,
                                     std::span<const FieldInfo> fields) {
  if (is_natural(key, attribute, fields))
    return natural_attribute(key, fields[static_cast<std::size_t>(key.parts[0].field)]);
  return {.attribute = attribute, .value = key};
}

constexpr int field_stored_as(std::span<const FieldInfo> fields, std::string_view attribute) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].attribute == attribute && fields[i].kind != FieldKind::Document) return static_cast<int>(i);
  return kNone;
}

// True if the entity has a member for each attribute of the natural index.
constexpr bool has_members_of(const DeclaredIndex& index, std::span<const FieldInfo> fields) {
  const auto has = [&](std::string_view attribute) {
    if (index.info.shards.count > 0 && attribute == index.info.shards.attribute)
      return find_field(fields, index.info.shards.of) != kNone;
    return field_stored_as(fields, attribute) != kNone;
  };
  for (const auto attribute : index.info.partition)
    if (!has(attribute)) return false;
  for (const auto attribute : index.info.sort)
    if (!has(attribute)) return false;
  return index.when_field.empty() || find_field(fields, index.when_field) != kNone;
}

// The greatest version that the entity's member can hold.
template <class Entity>
constexpr std::int64_t last_version() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if constexpr (Entity::version_field() != kNone) {
    using Version =
        typename required<member_type<typename Entity::value_type, std::size_t(Entity::version_field())>>::type;
    if constexpr (whole_number<Version> && sizeof(Version) < sizeof(most)) return std::numeric_limits<Version>::max();
  }
  return most;
}

// Returns the mistake of a field in a composed key, if it has one. `of_primary` means the primary key.
constexpr Mistake check_part(const KeyPart& part, const FieldInfo& field, bool is_natural_key, bool is_sparse,
                             bool of_primary) {
  if (of_primary && part.was_shards > 0) return Mistake::ShardsOfPrimaryKey;
  if (field.kind == FieldKind::Document || (is_natural_key && field.kind == FieldKind::Bool))
    return Mistake::DocumentInKey;
  if (field.optional && !is_sparse) return Mistake::OptionalInKey;
  if (part.format != KeyFormat::Plain || is_natural_key) return Mistake::None;
  if (field.kind == FieldKind::Double || field.kind == FieldKind::Decimal) return Mistake::FloatInKey;
  return is_number(field.kind) ? Mistake::UnpaddedNumber : Mistake::None;
}

constexpr Mistake check_attribute(const KeyAttribute& key, std::span<const FieldInfo> fields, bool is_sparse,
                                  bool of_primary, Text* where) {
  for (const KeyPart& part : key.value.parts) {
    if (!part.is_field()) continue;
    const FieldInfo& field = fields[std::size_t(part.field)];
    const Mistake mistake = check_part(part, field, key.natural, is_sparse, of_primary);
    if (mistake == Mistake::None) continue;
    if (where) *where << field.name << " in \"" << key.value.text << "\" for the key attribute " << key.attribute;
    return mistake;
  }
  return Mistake::None;
}

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

  static constexpr int find(std::string_view name) {
    for (std::size_t i = 0; i < index_count; ++i)
      if (indexes[i].info.name == name) return static_cast<int>(i);
    return kNone;
  }
};

// An entity in a table of that shape.
template <class Shape, class Entity>
struct placed {
  static constexpr auto fields = Entity::fields();

  // True if items have the attribute. It may belong to all of them, to those with an optional member, or to those in a
  // declared index.
  static constexpr bool items_have(std::string_view attribute) {
    if (attribute == Shape::partition || attribute == Shape::sort) return true;
    if (const int field = field_stored_as(fields, attribute); field != kNone && fields[std::size_t(field)].stored)
      return true;
    for (const DeclaredKey& key : Entity::keys()) {
      const int index = Shape::find(key.index);
      if (index == kNone) continue;
      const IndexInfo& entered = Shape::infos[std::size_t(index)];
      if (entered.partition.empty()) continue;  // place_declared() refuses the key
      if (attribute == entered.partition[0] || (!entered.sort.empty() && attribute == entered.sort[0])) return true;
    }
    return false;
  }

  // True if an index has the tag in its sort key.
  static constexpr bool sorts_by_tag = [] {
    for (const IndexInfo& index : Shape::infos)
      for (const std::string_view attribute : index.sort)
        if (attribute.size() == Shape::type_attribute.size() && attribute == Shape::type_attribute) return true;
    return false;
  }();

  // The way in which an entity enters an index without a declaration. Every item that has the attributes of an index's
  // key is in that index.
  enum class ImplicitEntry : std::uint8_t {
    No,
    ByMembers,     // a pt::attr_index, whose key the library keeps
    ByAttributes,  // by attributes that the items have for the primary key, for members or for other indexes
  };
  static constexpr auto implicit_entries = [] {
    std::array<ImplicitEntry, Shape::index_count> out{};
    for (std::size_t i = 0; i < Shape::index_count; ++i) {
      const DeclaredIndex& index = Shape::indexes[i];
      bool declared = false;
      for (const DeclaredKey& key : Entity::keys())
        declared = declared || (key.index.size() == index.info.name.size() && key.index == index.info.name);
      if (declared) continue;
      // Only a key divides a vector index, and only items with a vector are in it.
      if (index.info.is_vector() &&
          (index.info.partition.empty() || stored_field(fields, index.info.vector.attribute) == kNone))
        continue;
      if (index.natural && has_members_of(index, fields)) {
        out[i] = ImplicitEntry::ByMembers;
        continue;
      }
      // If items have the attribute of the shard but lack the member that the shard comes from, check_shard_members
      // refuses them.
      out[i] = index.info.shards.count > 0 ? ImplicitEntry::No : ImplicitEntry::ByAttributes;
      for (const std::string_view attribute : Shape::infos[i].partition)
        if (!items_have(attribute)) out[i] = ImplicitEntry::No;
      // A tag as the partition key separates the entity, because no other entity's reads use that partition.
      for (const std::string_view attribute : Shape::infos[i].sort)
        if (attribute != Shape::type_attribute && !items_have(attribute)) out[i] = ImplicitEntry::No;
    }
    return out;
  }();

  static constexpr std::size_t key_count = [] {
    std::size_t count = Entity::keys().size();
    for (const ImplicitEntry how : implicit_entries) count += how != ImplicitEntry::No ? 1 : 0;
    return count;
  }();

  static constexpr std::size_t attribute_count = [] {
    std::size_t count = 0;
    for (const DeclaredKey& key : Entity::keys()) count += key.has_sort ? 2 : 1;
    for (std::size_t i = 0; i < Shape::index_count; ++i)
      if (implicit_entries[i] != ImplicitEntry::No)
        count += Shape::infos[i].partition.size() + Shape::infos[i].sort.size();
    return count;
  }();

  // The parts of natural keys, one for each field, and the shard parts, one for each index.
  static constexpr auto natural_parts = [] {
    std::array<KeyPart, Entity::fields().size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i].field = static_cast<int>(i);
    return out;
  }();
  static constexpr auto shard_parts = [] {
    std::array<KeyPart, Shape::index_count> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].field = find_field(fields, Shape::indexes[i].info.shards.of);
      out[i].format = KeyFormat::Shard;
      out[i].shards = Shape::indexes[i].info.shards.count;
      out[i].was_shards = Shape::indexes[i].info.shards.was;
    }
    return out;
  }();

  // A natural key is one segment whose text is not known.
  static constexpr std::array<Segment, 1> natural_segments{Segment{.open = true}};
  // The tag as a key.
  template <class E = Entity>
  struct tag_template {
    static constexpr std::array<KeyPart, 1> parts{KeyPart{.literal = E::tag()}};
    static constexpr auto segments = cut_segments<count_segments(parts)>(parts);
    static constexpr KeyTemplate value{E::tag(), parts, segments};
  };

  // Fills `to` from the declarations, up to the first mistake, and returns the mistake.
  static constexpr Mistake place(KeyDrafts to, Text* where) {
    for (const DeclaredKey& declared : Entity::keys()) {
      const Mistake mistake = place_declared(declared, to, where);
      if (mistake != Mistake::None) return mistake;
    }
    for (std::size_t i = 0; i < Shape::index_count; ++i) {
      const DeclaredIndex& index = Shape::indexes[i];
      if (implicit_entries[i] == ImplicitEntry::No) continue;
      const bool by_members = implicit_entries[i] == ImplicitEntry::ByMembers;
      KeyDraft& draft = to.begin();
      draft.index = static_cast<int>(i);
      // An item of any entity that lacks an attribute of such an index is not in the index.
      draft.sparse = true;
      if (by_members && !index.when_field.empty())
        draft.when = {find_field(fields, index.when_field), index.when_equals};
      for (const auto attribute : Shape::infos[i].partition)
        to.add_partition(by_members ? natural(i, attribute) : source(to, attribute, draft.when));
      for (const auto attribute : Shape::infos[i].sort)
        to.add_sort(by_members ? natural(i, attribute) : source(to, attribute, draft.when));
    }
    const Mistake mistake = check_shard_members(where);
    return mistake == Mistake::None ? check_fields(to, where) : mistake;
  }

  struct Lists {
    Mistake mistake = Mistake::None;
    std::array<KeyDraft, key_count> drafts{};
    std::array<KeyAttribute, attribute_count> attributes{};
  };
  static constexpr Lists lists = [] {
    Lists out;
    out.mistake = place({out.drafts, out.attributes}, nullptr);
    return out;
  }();
  static constexpr bool ok = accept_unless<lists.mistake>([](Text* where) {
    Lists unused;
    place({unused.drafts, unused.attributes}, where);
  });
  static constexpr std::array<EntityKey, key_count> keys = [] {
    std::array<EntityKey, key_count> out{};
    for (std::size_t i = 0; i < key_count; ++i) out[i] = lists.drafts[i].view(lists.attributes);
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
      .lossy_key = Entity::has_lossy_key(),
  };

 private:
  // Returns the value that a declared key writes to the attribute and sets its condition. If no declared key has the
  // attribute, the value is the tag or the member's own.
  static constexpr KeyAttribute source(const KeyDrafts& declared, std::string_view attribute, WhenInfo& when) {
    for (std::size_t i = 0; i < Entity::keys().size(); ++i) {
      const KeyDraft& draft = declared.drafts[i];
      for (const KeyAttribute& one : declared.attributes.subspan(draft.first, draft.partition_count + draft.sort_count))
        if (one.attribute == attribute) {
          if (draft.when.field != kNone) when = draft.when;
          return one;
        }
    }
    if constexpr (sorts_by_tag)
      if (attribute == Shape::type_attribute) return {.attribute = attribute, .value = tag_template<>::value};
    return natural_member(attribute);
  }
  static constexpr KeyAttribute natural_member(std::string_view attribute) {
    const auto field = static_cast<std::size_t>(field_stored_as(fields, attribute));
    return natural_attribute({attribute, std::span(natural_parts).subspan(field, 1), natural_segments}, fields[field]);
  }
  static constexpr KeyAttribute natural(std::size_t index, std::string_view attribute) {
    const ShardInfo& shards = Shape::infos[index].shards;
    if (shards.count > 0 && attribute == shards.attribute)
      return {.attribute = attribute,
              .type = ScalarAttributeType::N,
              .value = {
                  .text = attribute, .parts = std::span(shard_parts).subspan(index, 1), .segments = natural_segments}};
    return natural_member(attribute);
  }

  static constexpr Mistake place_declared(const DeclaredKey& declared, KeyDrafts& to, Text* where) {
    KeyDraft& draft = to.begin();
    std::string_view partition_attribute = Shape::partition, sort_attribute = Shape::sort;
    bool local = false;
    if (!declared.index.empty()) {
      draft.index = Shape::find(declared.index);
      if (draft.index == kNone || Shape::indexes[std::size_t(draft.index)].natural) {
        if (where) *where << "entity " << Entity::tag() << ": no index \"" << declared.index << "\" of composed keys";
        return Mistake::NoSuchIndex;
      }
      const IndexInfo& index = Shape::infos[std::size_t(draft.index)];
      local = index.scope == IndexScope::Local;
      if (index.partition.empty()) {
        if (where) *where << "entity " << Entity::tag() << ": " << index.name << " has no partition key";
        return Mistake::KeyMismatch;
      }
      partition_attribute = index.partition[0];
      sort_attribute = index.sort.empty() ? std::string_view() : index.sort[0];
    }
    if (local != declared.local || sort_attribute.empty() == declared.has_sort) {
      if (where) {
        *where << "entity " << Entity::tag() << ": "
               << (declared.index.empty() ? std::string_view("the primary key") : declared.index);
        if (local != declared.local)
          *where << (local ? " is local: enter it with pt::on_local" : " is global: enter it with pt::on");
        else
          *where << (sort_attribute.empty() ? " has no sort key" : " needs a template for its sort key");
      }
      return Mistake::KeyMismatch;
    }
    for (std::size_t i = 0; i + 1 < to.draft_count; ++i)
      if (to.drafts[i].index == draft.index && draft.index != kNone) {
        if (where) *where << "entity " << Entity::tag() << " enters the index " << declared.index;
        return Mistake::IndexTwice;
      }
    draft.when = declared.when;
    draft.sparse = declared.sparse || declared.when.field != kNone;
    draft.added_later = declared.added_later;
    to.add_partition(local ? to.attributes[0] : key_attribute(declared.partition, partition_attribute, fields));
    if (!sort_attribute.empty()) to.add_sort(key_attribute(declared.sort, sort_attribute, fields));
    return Mistake::None;
  }

  // A number that is always present would be taken for a shard that the caller gives. If the number is not a shard, it
  // could also put the item into the index.
  static constexpr Mistake check_shard_members(Text* where) {
    for (const DeclaredIndex& index : Shape::indexes) {
      if (index.info.shards.count == 0) continue;
      const int shard = field_stored_as(fields, index.info.shards.attribute);
      if (shard == kNone) continue;
      const FieldInfo& field = fields[std::size_t(shard)];
      const bool whole = field.kind == FieldKind::Integer || field.kind == FieldKind::Unsigned;
      bool has_all = true;
      for (const auto& attributes : {index.info.partition, index.info.sort})
        for (const std::string_view attribute : attributes) has_all = has_all && items_have(attribute);
      if (has_members_of(index, fields) ? field.optional && whole : !has_all) continue;
      if (where) *where << "entity " << Entity::tag() << ": the member " << field.name;
      return Mistake::ShardMember;
    }
    return Mistake::None;
  }

  static constexpr Mistake check_fields(const KeyDrafts& all, Text* where) {
    for (std::size_t i = 0; i < all.draft_count; ++i) {
      const KeyDraft& draft = all.drafts[i];
      for (const KeyAttribute& key : all.attributes.subspan(draft.first, draft.partition_count + draft.sort_count)) {
        const Mistake mistake = check_attribute(key, fields, draft.sparse, i == 0, nullptr);
        if (mistake == Mistake::None) continue;
        if (where) {
          *where << "entity " << Entity::tag() << ": the field ";
          check_attribute(key, fields, draft.sparse, i == 0, where);
        }
        return mistake;
      }
    }
    return Mistake::None;
  }
};

}  // namespace partita::model::detail
