// The keys of an entity in a table, as constant functions over declarations.
//
// The declarations of a program (entity.h, table_options.h) are constants, so that the compiler calls these functions.
// Tools call them at run time with the declarations of a file.
#pragma once

#include <partita/model/detail/parse_template.h>
#include <partita/model/detail/projection.h>
#include <partita/model/detail/segments.h>

namespace partita::model::detail {

// ---- declarations

// The templates of an entity's key in the table or in an index.
struct DeclaredKey {
  std::string_view index = {};  // empty: the primary key
  bool local = false;
  bool sparse = false;
  bool added_later = false;
  std::span<const KeyTemplate> partition = {};  // one for each key attribute; empty if `local`
  std::span<const KeyTemplate> sort = {};
  WhenInfo when = {};
};

// An index of any kind, with all that its declaration can say.
struct DeclaredIndex {
  IndexInfo info = {};
  bool natural = false;  // Entities enter it by their members only: pt::attr_index.
  std::string_view when_field = {};
  std::string_view when_equals = {};
};

// The keys and indexes of a table, without its entities.
struct DeclaredTable {
  std::string_view partition = {};
  std::string_view sort = {};
  std::string_view type_attribute = {};
  std::span<const DeclaredIndex> indexes = {};
  std::span<const IndexInfo> infos = {};  // those of `indexes`, in which local indexes have the table's partition key

  constexpr IndexPosition find(std::string_view name) const {
    for (std::size_t i = 0; i < indexes.size(); ++i)
      if (indexes[i].info.name == name) return IndexPosition(i);
    return kNone;
  }
};

struct DeclaredEntity {
  std::string_view tag = {};
  std::span<const FieldInfo> fields = {};
  std::span<const DeclaredKey> keys = {};  // the primary key first
  // The values of natural keys: a part for each field, and for each index the part that is its shard.
  std::span<const KeyPart> natural_parts = {};
  std::span<const KeyPart> shard_parts = {};
  KeyTemplate tag_template = {};  // the tag as a key; needed if an index has the tag in its sort key
};

// A natural key is one segment whose text is not known.
inline constexpr std::array<Segment, 1> kNaturalSegments{Segment{.open = true}};

constexpr KeyPart natural_part(std::size_t field) { return {.field = FieldPosition(field)}; }
constexpr KeyPart shard_part(std::span<const FieldInfo> fields, const ShardInfo& shards) {
  return {.field = find_field(fields, shards.of),
          .format = KeyFormat::Shard,
          .shards = shards.count,
          .was_shards = shards.was};
}

// ---- drafts of keys

// An EntityKey whose attributes are in a list of all attributes: first those of the partition key, then those of the
// sort key.
struct KeyDraft {
  IndexPosition index = kNone;
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
         fields[key.parts[0].field.number()].attribute == attribute;
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
  if (is_natural(key, attribute, fields)) return natural_attribute(key, fields[key.parts[0].field.number()]);
  return {.attribute = attribute, .value = key};
}

constexpr FieldPosition field_stored_as(std::span<const FieldInfo> fields, std::string_view attribute) {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].attribute == attribute && fields[i].kind != FieldKind::Document) return FieldPosition(i);
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
    const FieldInfo& field = fields[part.field.number()];
    const Mistake mistake = check_part(part, field, key.natural, is_sparse, of_primary);
    if (mistake == Mistake::None) continue;
    if (where) *where << field.name << " in \"" << key.value.text << "\" for the key attribute " << key.attribute;
    return mistake;
  }
  return Mistake::None;
}

// True if items have the attribute. It may belong to all of them, to those with an optional member, or to those in a
// declared index.
constexpr bool items_have(const DeclaredTable& table, const DeclaredEntity& entity, std::string_view attribute) {
  if (attribute == table.partition || attribute == table.sort) return true;
  if (const FieldPosition field = field_stored_as(entity.fields, attribute);
      field != kNone && entity.fields[field.number()].stored)
    return true;
  for (const DeclaredKey& key : entity.keys) {
    const IndexPosition index = table.find(key.index);
    if (index == kNone) continue;
    const IndexInfo& entered = table.infos[index.number()];
    if (is_among(entered.partition, attribute) || is_among(entered.sort, attribute)) return true;
  }
  return false;
}

// The way in which an entity enters an index without a declaration. Every item that has the attributes of an index's
// key is in that index.
enum class ImplicitEntry : std::uint8_t {
  No,
  ByMembers,     // an index of members, whose key the library keeps
  ByAttributes,  // by attributes that the items have for the primary key, for members or for other indexes
};

constexpr ImplicitEntry implicit_entry(const DeclaredTable& table, const DeclaredEntity& entity, std::size_t i) {
  const DeclaredIndex& index = table.indexes[i];
  for (const DeclaredKey& key : entity.keys)
    if (key.index.size() == index.info.name.size() && key.index == index.info.name) return ImplicitEntry::No;
  // Only a key divides a vector index, and only items with a vector are in it.
  if (index.info.is_vector() &&
      (index.info.partition.empty() || stored_field(entity.fields, index.info.vector.attribute) == kNone))
    return ImplicitEntry::No;
  if (index.natural && has_members_of(index, entity.fields)) return ImplicitEntry::ByMembers;
  // If items have the attribute of the shard but lack the member that the shard comes from, check_shard_members
  // refuses them.
  if (index.info.shards.count > 0) return ImplicitEntry::No;
  for (const std::string_view attribute : table.infos[i].partition)
    if (!items_have(table, entity, attribute)) return ImplicitEntry::No;
  // A tag as the partition key separates the entity, because no other entity's reads use that partition.
  for (const std::string_view attribute : table.infos[i].sort)
    if (attribute != table.type_attribute && !items_have(table, entity, attribute)) return ImplicitEntry::No;
  return ImplicitEntry::ByAttributes;
}

// The size of the lists that place() fills.
struct PlacedSize {
  std::size_t keys = 0;
  std::size_t attributes = 0;
};
constexpr PlacedSize placed_size(const DeclaredTable& table, const DeclaredEntity& entity) {
  PlacedSize size{entity.keys.size(), 0};
  for (const DeclaredKey& key : entity.keys)
    size.attributes += (key.local ? 1 : key.partition.size()) + key.sort.size();
  for (std::size_t i = 0; i < table.indexes.size(); ++i)
    if (implicit_entry(table, entity, i) != ImplicitEntry::No) {
      ++size.keys;
      size.attributes += table.infos[i].partition.size() + table.infos[i].sort.size();
    }
  return size;
}

constexpr KeyAttribute natural_member(const DeclaredEntity& entity, std::string_view attribute) {
  const std::size_t field = field_stored_as(entity.fields, attribute).number();
  return natural_attribute({attribute, entity.natural_parts.subspan(field, 1), kNaturalSegments}, entity.fields[field]);
}

constexpr KeyAttribute natural_key(const DeclaredTable& table, const DeclaredEntity& entity, std::size_t index,
                                   std::string_view attribute) {
  const ShardInfo& shards = table.infos[index].shards;
  if (shards.count > 0 && attribute == shards.attribute)
    return {.attribute = attribute,
            .type = ScalarAttributeType::N,
            .value = {.text = attribute, .parts = entity.shard_parts.subspan(index, 1), .segments = kNaturalSegments}};
  return natural_member(entity, attribute);
}

// Returns the value that a declared key writes to the attribute and sets its condition, unless the attribute is the
// member's own, which every item has. If no declared key has the attribute, the value is the tag or the member's own.
constexpr KeyAttribute key_source(const DeclaredTable& table, const DeclaredEntity& entity, const KeyDrafts& declared,
                                  std::string_view attribute, WhenInfo& when) {
  for (std::size_t i = 0; i < entity.keys.size(); ++i) {
    const KeyDraft& draft = declared.drafts[i];
    for (const KeyAttribute& one : declared.attributes.subspan(draft.first, draft.partition_count + draft.sort_count))
      if (one.attribute == attribute) {
        if (draft.when.field != kNone && !one.natural) when = draft.when;
        return one;
      }
  }
  if (!entity.tag_template.text.empty() && attribute == table.type_attribute)
    return {.attribute = attribute, .value = entity.tag_template};
  return natural_member(entity, attribute);
}

constexpr void write_key_count(std::string_view what, std::size_t has, std::size_t given, Text& where) {
  if (has == 0)
    where << " has no " << what << " key";
  else if (has == 1 && given == 0)
    where << " needs a template for its " << what << " key";
  else
    where << " needs a template for each attribute of its " << what << " key";
}

constexpr Mistake place_declared(const DeclaredTable& table, const DeclaredEntity& entity, const DeclaredKey& declared,
                                 KeyDrafts& to, Text* where) {
  KeyDraft& draft = to.begin();
  const std::array<std::string_view, 1> partition_of_table{table.partition}, sort_of_table{table.sort};
  std::span<const std::string_view> partition = partition_of_table, sort = sort_of_table;
  if (table.sort.empty()) sort = {};
  bool local = false;
  if (!declared.index.empty()) {
    draft.index = table.find(declared.index);
    if (draft.index == kNone || table.indexes[draft.index.number()].natural) {
      if (where) *where << "entity " << entity.tag << ": no index \"" << declared.index << "\" of composed keys";
      return Mistake::NoSuchIndex;
    }
    const IndexInfo& index = table.infos[draft.index.number()];
    local = index.scope == IndexScope::Local;
    if (index.partition.empty()) {
      if (where) *where << "entity " << entity.tag << ": " << index.name << " has no partition key";
      return Mistake::KeyMismatch;
    }
    partition = index.partition;
    sort = index.sort;
  }
  const bool partition_fits = local || declared.partition.size() == partition.size();
  if (local != declared.local || !partition_fits || declared.sort.size() != sort.size()) {
    if (where) {
      *where << "entity " << entity.tag << ": "
             << (declared.index.empty() ? std::string_view("the primary key") : declared.index);
      if (local != declared.local)
        *where << (local ? " is local: enter it with pt::on_local" : " is global: enter it with pt::on");
      else if (!partition_fits)
        write_key_count("partition", partition.size(), declared.partition.size(), *where);
      else
        write_key_count("sort", sort.size(), declared.sort.size(), *where);
    }
    return Mistake::KeyMismatch;
  }
  for (std::size_t i = 0; i + 1 < to.draft_count; ++i)
    if (to.drafts[i].index == draft.index && draft.index != kNone) {
      if (where) *where << "entity " << entity.tag << " enters the index " << declared.index;
      return Mistake::IndexTwice;
    }
  draft.when = declared.when;
  draft.sparse = declared.sparse || declared.when.field != kNone;
  draft.added_later = declared.added_later;
  if (local) to.add_partition(to.attributes[0]);
  for (std::size_t i = 0; i < declared.partition.size(); ++i)
    to.add_partition(key_attribute(declared.partition[i], partition[i], entity.fields));
  for (std::size_t i = 0; i < declared.sort.size(); ++i)
    to.add_sort(key_attribute(declared.sort[i], sort[i], entity.fields));
  return Mistake::None;
}

// A number that is always present would be taken for a shard that the caller gives. If the number is not a shard, it
// could also put the item into the index.
constexpr Mistake check_shard_members(const DeclaredTable& table, const DeclaredEntity& entity, Text* where) {
  for (const DeclaredIndex& index : table.indexes) {
    if (index.info.shards.count == 0) continue;
    const FieldPosition shard = field_stored_as(entity.fields, index.info.shards.attribute);
    if (shard == kNone) continue;
    const FieldInfo& field = entity.fields[shard.number()];
    const bool whole = field.kind == FieldKind::Integer || field.kind == FieldKind::Unsigned;
    bool has_all = true;
    for (const auto& attributes : {index.info.partition, index.info.sort})
      for (const std::string_view attribute : attributes) has_all = has_all && items_have(table, entity, attribute);
    if (has_members_of(index, entity.fields) ? field.optional && whole : !has_all) continue;
    if (where) *where << "entity " << entity.tag << ": the member " << field.name;
    return Mistake::ShardMember;
  }
  return Mistake::None;
}

constexpr Mistake check_key_fields(const DeclaredEntity& entity, const KeyDrafts& all, Text* where) {
  for (std::size_t i = 0; i < all.draft_count; ++i) {
    const KeyDraft& draft = all.drafts[i];
    for (const KeyAttribute& key : all.attributes.subspan(draft.first, draft.partition_count + draft.sort_count)) {
      const Mistake mistake = check_attribute(key, entity.fields, draft.sparse, i == 0, nullptr);
      if (mistake == Mistake::None) continue;
      if (where) {
        *where << "entity " << entity.tag << ": the field ";
        check_attribute(key, entity.fields, draft.sparse, i == 0, where);
      }
      return mistake;
    }
  }
  return Mistake::None;
}

// Fills `to`, whose lists have the size placed_size(), with the declared keys and then with those of the indexes that
// the entity enters without a declaration. Ends with the first mistake and returns it.
constexpr Mistake place_keys(const DeclaredTable& table, const DeclaredEntity& entity, KeyDrafts& to, Text* where) {
  for (const DeclaredKey& declared : entity.keys) {
    const Mistake mistake = place_declared(table, entity, declared, to, where);
    if (mistake != Mistake::None) return mistake;
  }
  for (std::size_t i = 0; i < table.indexes.size(); ++i) {
    const DeclaredIndex& index = table.indexes[i];
    const ImplicitEntry how = implicit_entry(table, entity, i);
    if (how == ImplicitEntry::No) continue;
    const bool by_members = how == ImplicitEntry::ByMembers;
    KeyDraft& draft = to.begin();
    draft.index = IndexPosition(i);
    // An item of any entity that lacks an attribute of such an index is not in the index.
    draft.sparse = true;
    if (by_members && !index.when_field.empty())
      draft.when = {find_field(entity.fields, index.when_field), index.when_equals};
    for (const auto attribute : table.infos[i].partition)
      to.add_partition(by_members ? natural_key(table, entity, i, attribute)
                                  : key_source(table, entity, to, attribute, draft.when));
    for (const auto attribute : table.infos[i].sort)
      to.add_sort(by_members ? natural_key(table, entity, i, attribute)
                             : key_source(table, entity, to, attribute, draft.when));
  }
  return Mistake::None;
}

// Does the same, and checks the fields of the keys.
constexpr Mistake place(const DeclaredTable& table, const DeclaredEntity& entity, KeyDrafts& to, Text* where) {
  Mistake mistake = place_keys(table, entity, to, where);
  if (mistake == Mistake::None) mistake = check_shard_members(table, entity, where);
  return mistake == Mistake::None ? check_key_fields(entity, to, where) : mistake;
}

}  // namespace partita::model::detail
