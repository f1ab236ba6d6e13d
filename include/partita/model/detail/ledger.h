// The ledger of attributes records the writer of each attribute of an entity's items. An attribute must have one
// writer. Two writers are refused here, because one value would silently replace the other.
//
// The writers are the members of the struct, the composed keys of the table and its indexes, the type tag, and the id
// of the last versioned write. A natural key attribute belongs to its member and has no writer of its own.
#pragma once

#include <partita/model/detail/mistakes.h>
#include <partita/model/detail/stored_text.h>
#include <partita/model/runtime/description.h>

namespace partita::model {

namespace detail {

// Calls `see(key, attribute)` for each key attribute of the entity, beginning with the primary key.
template <class See>
constexpr void each_key_attribute(const EntityInfo& entity, See see) {
  const auto of = [&](const EntityKey& key) {
    for (const KeyAttribute& attribute : key.partition) see(key, attribute);
    for (const KeyAttribute& attribute : key.sort) see(key, attribute);
  };
  of(entity.primary);
  for (const EntityKey& key : entity.indexes) of(key);
}

constexpr Mistake report_taken(Text* where, const EntityInfo& entity, const FieldInfo& field, std::string_view by,
                               std::string_view name = {}) {
  if (where)
    *where << "member " << field.name << " of entity " << entity.name << " is stored as " << field.attribute
           << ", which is " << by << name;
  return Mistake::AttributeTaken;
}

// The names are compared in a loop of this function and not by ==, because GCC remembers each call of a constant
// function with its arguments.
constexpr Mistake check_members(std::string_view type_attribute, const EntityInfo& entity, Text* where) {
  const FieldInfo* const fields = entity.fields.data();
  const std::size_t count = entity.fields.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!fields[i].stored) continue;
    const char* const text = fields[i].attribute.data();
    const std::size_t size = fields[i].attribute.size();
    for (std::size_t j = 0; j < i; ++j) {
      if (!fields[j].stored || fields[j].attribute.size() != size) continue;
      const char* const before = fields[j].attribute.data();
      std::size_t same = 0;
      while (same < size && text[same] == before[same]) ++same;
      if (same == size && size > 0)
        return report_taken(where, entity, fields[i], "the attribute of member ", fields[j].name);
    }
    if (size == 0) continue;
    if (size == type_attribute.size() && fields[i].attribute == type_attribute)
      return report_taken(where, entity, fields[i], "the type tag of the table");
    if (entity.version != kNone && size == kWriteIdAttribute.size() && fields[i].attribute == kWriteIdAttribute)
      return report_taken(where, entity, fields[i], "kept for the id of the last versioned write");
  }
  Mistake mistake = Mistake::None;
  each_key_attribute(entity, [&](const EntityKey&, const KeyAttribute& key) {
    // A member may show the shard of its item.
    const bool is_shard = key.value.parts.size() == 1 && key.value.parts[0].format == KeyFormat::Shard;
    if (key.natural || is_shard || mistake != Mistake::None) return;
    const std::size_t size = key.attribute.size();
    for (std::size_t i = 0; i < count; ++i)
      if (fields[i].attribute.size() == size && fields[i].stored && fields[i].attribute == key.attribute) {
        mistake = report_taken(where, entity, fields[i], "a key attribute composed as ", key.value.text);
        return;
      }
  });
  return mistake;
}

// True if both attributes hold one shard, or neither of them is the shard of an index. Two indexes have the same text
// there, which is the attribute's name, even if the shards differ.
constexpr bool is_same_shard(const KeyAttribute& a, const KeyAttribute& b) {
  if (a.value.parts.size() != 1 || b.value.parts.size() != 1) return true;
  const KeyPart &one = a.value.parts[0], &other = b.value.parts[0];
  if (one.format != KeyFormat::Shard && other.format != KeyFormat::Shard) return true;
  return one.format == other.format && one.field == other.field && one.shards == other.shards &&
         one.was_shards == other.was_shards;
}

// Two keys that share an attribute must write the same value there.
constexpr Mistake check_shared_keys(const EntityInfo& entity, Text* where) {
  Mistake mistake = Mistake::None;
  each_key_attribute(entity, [&](const EntityKey& key, const KeyAttribute& attribute) {
    each_key_attribute(entity, [&](const EntityKey& other, const KeyAttribute& same) {
      if (other.index <= key.index || same.attribute.size() != attribute.attribute.size()) return;
      if (mistake != Mistake::None || same.attribute != attribute.attribute) return;
      if (same.natural == attribute.natural && (same.natural || same.value.text == attribute.value.text) &&
          is_same_shard(attribute, same))
        return;
      mistake = Mistake::KeysDisagree;
      if (where)
        *where << "entity " << entity.name << ": the key attribute " << attribute.attribute << " is \""
               << attribute.value.text << "\" for one key and \"" << same.value.text << "\" for another";
    });
  });
  return mistake;
}

// True if the key of every item of the entity holds the field's whole value.
constexpr bool keeps_value(const EntityInfo& entity, const EntityKey& key, FieldPosition field) {
  if (key.when.field != kNone) return false;
  bool keeps = false;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts) {
        if (!part.is_field()) continue;
        if (part.field == field) keeps = keeps || part.lossless();
        // An item without this other value is not in a sparse index.
        else if (key.index != kNone && entity.at(part.field).optional)
          return false;
      }
  return keeps;
}

constexpr Mistake check_only_in_keys(const EntityInfo& entity, Text* where) {
  for (const FieldPosition field : entity.positions()) {
    if (entity.at(field).stored) continue;
    bool kept = keeps_value(entity, entity.primary, field);
    for (const EntityKey& key : entity.indexes) kept = kept || keeps_value(entity, key, field);
    if (kept) continue;
    if (where) *where << "member " << entity.at(field).name << " of entity " << entity.name;
    return Mistake::ValueLost;
  }
  return Mistake::None;
}

// Two items must not get the same primary key because it holds only a part of a value, or because two of its values run
// into each other.
constexpr Mistake check_primary_key(const EntityInfo& entity, Text* where) {
  if (entity.lossy_key) return Mistake::None;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes) {
      int raw = 0;
      for (const KeyPart& part : attribute.value.parts) {
        if (!part.is_field()) continue;
        raw += part.escape == Escape::Raw ? 1 : 0;
        bool whole = raw < 2;
        if (!part.lossless()) {
          whole = false;
          for (const auto& others : {entity.primary.partition, entity.primary.sort})
            for (const KeyAttribute& other : others)
              for (const KeyPart& one : other.value.parts) whole = whole || (one.field == part.field && one.lossless());
        }
        if (whole) continue;
        if (where)
          *where << "member " << entity.at(part.field).name << " of entity " << entity.name << " in \""
                 << attribute.value.text << "\"";
        return Mistake::CutPrimaryKey;
      }
    }
  return Mistake::None;
}

// True if only items that meet the key's condition have the attribute.
constexpr bool keeps_others_out(const EntityInfo& entity, const EntityKey& key, const KeyAttribute& attribute) {
  if (attribute.natural) return false;
  for (const auto& primary : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& one : primary)
      if (one.attribute == attribute.attribute) return false;
  for (const EntityKey& other : entity.indexes)
    for (const auto& attributes : {other.partition, other.sort})
      for (const KeyAttribute& one : attributes)
        if (one.attribute == attribute.attribute &&
            (other.when.field != key.when.field || other.when.equals != key.when.equals))
          return false;
  return true;
}

// Whether items that do not meet the condition of the key have no entry in its index. Otherwise the condition only says
// which of the index's partitions is meant, because the partition is the member itself.
constexpr bool keeps_others_out(const EntityInfo& entity, const EntityKey& key) {
  if (key.when.field == kNone) return false;
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      if (keeps_others_out(entity, key, attribute)) return true;
  return false;
}

constexpr Mistake check_when(const TableInfo& table, const EntityInfo& entity, Text* where) {
  for (const EntityKey& key : entity.indexes) {
    if (key.when.field == kNone) continue;
    const FieldInfo& field = entity.at(key.when.field);
    if (!is_stored_text(field, key.when.equals)) {
      if (where)
        *where << "member " << field.name << " of entity " << entity.name << " is never \"" << key.when.equals << "\"";
      return Mistake::NoSuchEnumerator;
    }
    bool effective = keeps_others_out(entity, key);
    // A partition of the member's own value contains only items that meet the condition.
    for (const KeyAttribute& attribute : key.partition)
      effective = effective || (attribute.natural && attribute.value.parts[0].field == key.when.field);
    if (effective) continue;
    if (where)
      *where << "entity " << entity.name << " in " << table.at(key.index).name << ", when " << field.name << " is "
             << key.when.equals;
    return Mistake::WhenWithoutEffect;
  }
  return Mistake::None;
}

// Each tag and alias must belong to one entity, because the tag of an item decides its entity.
constexpr Mistake check_aliases(std::string_view type_attribute, std::span<const EntityInfo* const> entities,
                                Text* where) {
  for (const EntityInfo* entity : entities) {
    for (const std::string_view alias : entity->aliases) {
      int owners = 0;
      for (const EntityInfo* other : entities) {
        if (other->name == alias) ++owners;
        for (const std::string_view same : other->aliases)
          if (same == alias) ++owners;
      }
      if (owners < 2) continue;
      if (where) *where << "the tag " << alias << ", an alias of entity " << entity->name;
      return Mistake::TagTwice;
    }
    const bool unnamed = !entity->unique.empty() && entity->sentinels.empty();
    if (!entity->aliases.empty() && (type_attribute.empty() || unnamed)) {
      if (where) *where << "entity " << entity->name;
      return unnamed ? Mistake::AliasWithUnique : Mistake::AliasWithoutTag;
    }
    for (const EntityInfo* other : entities) {
      if (entity->sentinels.empty() || other == entity || other->unique.empty()) continue;
      if (other->sentinel_name() != entity->sentinels) continue;
      if (where) *where << "the sentinels of " << entity->name << " and " << other->name << " have one name";
      return Mistake::TagTwice;
    }
  }
  return Mistake::None;
}

// The field that shows the item's shard in the key's index, or kNone. The library writes it unless the caller chooses
// the shard.
constexpr FieldPosition shard_field(std::span<const IndexInfo> indexes, const EntityInfo& entity,
                                    const EntityKey& key) {
  const IndexInfo& index = indexes[key.index.number()];
  if (index.shards.count == 0) return kNone;
  for (const FieldPosition field : entity.positions())
    if (entity.at(field).stored && entity.at(field).attribute == index.shards.attribute) return field;
  return kNone;
}

// True if a template of the key composes its attribute of the field. A member's own attribute and the attribute of a
// shard are not composed.
constexpr bool is_composed_of(const EntityKey& key, FieldPosition field) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes) {
      if (attribute.natural) continue;
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field) return true;
    }
  return false;
}

constexpr bool is_in_key(const EntityKey& key, FieldPosition field) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts)
        if (part.field == field) return true;
  return false;
}

// Returns what would be made of the field although writes set it, or an empty text.
constexpr std::string_view made_of(std::span<const IndexInfo> indexes, const EntityInfo& entity, FieldPosition field) {
  for (const ComputedInfo& computed : entity.computed)
    for (const FieldPosition from : computed.from)
      if (from == field) return "a computed member";
  for (const EntityKey& key : entity.indexes) {
    if (key.when.field == field) return "a pt::when";
    const ShardInfo& shards = indexes[key.index.number()].shards;
    if (shards.count > 0 && entity.at(field).name == shards.of) return "a shard";
    if (is_composed_of(key, field)) return "a composed key";
  }
  for (const UniqueInfo& unique : entity.unique)
    for (std::size_t i = 0; i < unique.size(); ++i)
      if (unique[i] == field) return "a unique value";
  return {};
}

// Refuses values that are made of a version or of the member that shows a shard. Writes set both after the other
// members are known, so that such a value would be made of the old one.
constexpr Mistake check_set_by_writes(std::span<const IndexInfo> indexes, const EntityInfo& entity, Text* where) {
  const auto check = [&](FieldPosition field, std::string_view what) {
    const std::string_view made = field == kNone ? std::string_view() : made_of(indexes, entity, field);
    if (made.empty()) return Mistake::None;
    if (where)
      *where << "entity " << entity.name << ": " << made << " is made of " << entity.at(field).name << ", which is "
             << what;
    return Mistake::MadeOfSetMember;
  };
  Mistake mistake = check(entity.version, "the version");
  for (const EntityKey& key : entity.indexes)
    if (mistake == Mistake::None) mistake = check(shard_field(indexes, entity, key), "a shard");
  return mistake;
}

// Returns a member that two options set, or a time to live that is a time which the library sets, or kNone. The options
// that set members are those of times, of the version, of computed members and of shards.
constexpr FieldPosition kept_twice(std::span<const IndexInfo> indexes, const EntityInfo& entity) {
  const auto is_time = [&](FieldPosition field) {
    return field != kNone && (field == entity.created || field == entity.updated);
  };
  if (entity.created != kNone && entity.created == entity.updated) return entity.created;
  if (is_time(entity.version)) return entity.version;
  if (is_time(entity.ttl) || (entity.ttl != kNone && entity.ttl == entity.version)) return entity.ttl;
  for (std::size_t i = 0; i < entity.computed.size(); ++i) {
    const FieldPosition field = entity.computed[i].field;
    if (is_time(field) || field == entity.version) return field;
    for (std::size_t j = 0; j < i; ++j)
      if (entity.computed[j].field == field) return field;
  }
  for (const EntityKey& key : entity.indexes) {
    const FieldPosition field = shard_field(indexes, entity, key);
    if (field == kNone) continue;
    if (is_time(field) || field == entity.version || field == entity.ttl) return field;
    for (const ComputedInfo& computed : entity.computed)
      if (computed.field == field) return field;
  }
  return kNone;
}

// Returns a time that the library sets and that is in the primary key, also by way of a computed member, or kNone.
constexpr FieldPosition kept_time_in_primary(const EntityInfo& entity) {
  for (const FieldPosition field : {entity.created, entity.updated}) {
    if (field == kNone) continue;
    if (is_in_key(entity.primary, field)) return field;
    for (const ComputedInfo& computed : entity.computed)
      for (const FieldPosition from : computed.from)
        if (from == field && is_in_key(entity.primary, computed.field)) return computed.field;
  }
  return kNone;
}

// A kept member must have one keeper, and must not follow from another computed member.
constexpr Mistake check_kept(std::span<const IndexInfo> indexes, const EntityInfo& entity, Text* where) {
  const auto refuse_field = [&](Mistake mistake, FieldPosition field) {
    if (where) *where << "entity " << entity.name << ": " << entity.at(field).name;
    return mistake;
  };
  for (const FieldPosition field : {entity.created, entity.updated}) {
    if (field == kNone) continue;
    const FieldKind kind = entity.at(field).kind;
    if (kind != FieldKind::Time && kind != FieldKind::Seconds) return refuse_field(Mistake::KeptTime, field);
  }
  if (const FieldPosition field = kept_time_in_primary(entity); field != kNone)
    return refuse_field(Mistake::KeptTimeInPrimaryKey, field);
  for (const ComputedInfo& computed : entity.computed)
    for (const ComputedInfo& other : entity.computed)
      for (const FieldPosition from : computed.from)
        if (from == other.field) return refuse_field(Mistake::KeptFromKept, from);
  if (const FieldPosition field = kept_twice(indexes, entity); field != kNone)
    return refuse_field(Mistake::TwoKeepers, field);
  return check_set_by_writes(indexes, entity, where);
}

// The sentinels of unique members are items of the table with keys of their own. The keys of entities must not collide
// with them.
constexpr Mistake check_sentinels(std::span<const EntityInfo* const> entities, Text* where) {
  constexpr std::string_view kBegin = "UNIQUE#";
  bool any = false;
  for (const EntityInfo* entity : entities) any = any || !entity->unique.empty();
  if (!any) return Mistake::None;
  for (const EntityInfo* entity : entities) {
    const KeyAttribute& key = entity->primary.partition[0];
    const KeyPart& first = key.value.parts[0];
    const bool is_text = !key.natural || key.type == ScalarAttributeType::S;
    const bool raw = first.is_field() && (first.escape == Escape::Raw || key.natural) && first.escape != Escape::Reject;
    if (first.is_field() ? !(is_text && raw) : first.literal.substr(0, kBegin.size()) != kBegin) continue;
    if (where) *where << "entity " << entity->name << ": the partition key \"" << key.value.text << "\"";
    return Mistake::KeyOfSentinels;
  }
  return Mistake::None;
}

constexpr Mistake check_unique(const EntityInfo& entity, Text* where) {
  for (std::size_t i = 0; i < entity.unique.size(); ++i) {
    const UniqueInfo& one = entity.unique[i];
    bool twice = false;
    for (std::size_t a = 0; a < one.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) twice = twice || one[a] == one[b];
    for (const UniqueInfo& before : entity.unique.first(i)) {
      bool same = before.size() == one.size();
      for (std::size_t a = 0; same && a < one.size(); ++a) same = before[a] == one[a];
      twice = twice || same;
    }
    if (!twice) continue;
    if (where) *where << "entity " << entity.name << ": " << entity.at(one.field).name;
    return Mistake::UniqueTwice;
  }
  return Mistake::None;
}

constexpr Mistake check_version(const EntityInfo& entity, Text* where) {
  if (entity.version == kNone) return Mistake::None;
  const FieldInfo& field = entity.at(entity.version);
  bool in_key = !field.stored;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const KeyAttribute& attribute : attributes)
      for (const KeyPart& part : attribute.value.parts) in_key = in_key || part.field == entity.version;
  if (!in_key) return Mistake::None;
  if (where) *where << "entity " << entity.name << ": " << field.name;
  return Mistake::VersionInKey;
}

constexpr Mistake check_ledger(const TableInfo& table, Text* where) {
  const std::span<const EntityInfo* const> entities = table.entities;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    for (const EntityInfo* before : entities.first(i))
      if (before->name.size() == entities[i]->name.size() && before->name == entities[i]->name) {
        if (where) *where << "two entities have the tag " << before->name;
        return Mistake::TagTwice;
      }
    Mistake mistake = check_members(table.type_attribute, *entities[i], where);
    if (mistake == Mistake::None) mistake = check_shared_keys(*entities[i], where);
    if (mistake == Mistake::None) mistake = check_only_in_keys(*entities[i], where);
    if (mistake == Mistake::None) mistake = check_primary_key(*entities[i], where);
    if (mistake == Mistake::None) mistake = check_when(table, *entities[i], where);
    if (mistake == Mistake::None) mistake = check_kept(table.indexes, *entities[i], where);
    if (mistake == Mistake::None) mistake = check_unique(*entities[i], where);
    if (mistake == Mistake::None) mistake = check_version(*entities[i], where);
    if (mistake != Mistake::None) return mistake;
  }
  const Mistake mistake = check_sentinels(entities, where);
  return mistake == Mistake::None ? check_aliases(table.type_attribute, entities, where) : mistake;
}

}  // namespace detail
}  // namespace partita::model
